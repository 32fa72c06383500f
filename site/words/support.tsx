import { homePath, inboxPath, itemsPath, profilePath, signInPath } from '../../paths/paths.ts';
import type { StaticPage } from '../document/page.ts';
import { Article, Section } from './article.tsx';
import { MailLink } from './mail-link.tsx';

export const support: StaticPage = {
  metadata: (brand) => ({
    title: `Support: ${brand.productName}`,
    description:
      'What to do when you lost something, found something, get no e-mail, cannot sign in, or a tag cannot be scanned.',
    keywords: 'help, support, lost item, found item, no e-mail, cannot sign in, tag not readable',
  }),
  Body: ({ brand }) => (
    <Article title="Support" lead="What to do when something is lost, found, or does not work." drawing="camera">
      <Section id="lost" title="You lost something with a tag on it">
        <ol>
          <li>
            Open the item in <a href={itemsPath()}>My Items</a> and mark it as lost: its page then tells finders that
            you are looking for it. Read the note again, too. A sentence on where the thing can be left makes it easier
            to help you.
          </li>
          <li>
            Look at <a href={inboxPath()}>Messages</a>. Somebody may have written already.
          </li>
          <li>Look through your junk mail for an e-mail from us, and mark it as wanted.</li>
          <li>
            Ask where you last had it, and say that it carries a tag: lost-property offices can scan it as well as
            anybody.
          </li>
        </ol>
      </Section>
      <Section id="found" title="You found something">
        <p>
          Scan the square with your camera, or <a href={homePath('found')}>type the code</a> below it. Say where the
          thing is, in one tap or a few words. The owner does not see your number or your e-mail address unless you
          write them. Keep the private link you get: the answer appears there.
        </p>
      </Section>
      <Section id="link" title="You lost the private link">
        <p>
          Scan the same tag again with the same browser: it remembers your conversation. With another browser, send a
          new message.
        </p>
      </Section>
      <Section id="unreadable" title="The tag cannot be scanned">
        <p>
          Wipe it, hold the camera a hand’s breadth away and keep your shadow off it. If that fails,{' '}
          <a href={homePath('found')}>type the code</a>. It does not matter whether you type capitals, spaces or dashes.
        </p>
      </Section>
      <Section id="worn" title="The tag is worn out">
        <p>
          Open the item in <a href={itemsPath()}>My Items</a> and print its tag again. The code stays the same.
        </p>
      </Section>
      <Section id="mail" title="You get no e-mail">
        <p>
          Look through your junk mail, and check the address in your <a href={profilePath()}>profile</a>. No message is
          lost meanwhile: all of them are in <a href={inboxPath()}>Messages</a>.
        </p>
      </Section>
      <Section id="sign-in" title="You cannot sign in">
        <p>
          A new account works once you have opened the link in the e-mail that confirms your address. If it is the
          password, <a href={signInPath()}>the Sign In page</a> can send you a link to set a new one.
        </p>
      </Section>
      <Section id="unpleasant" title="Somebody writes unpleasant things">
        <p>
          Do not answer, and block the conversation in <a href={inboxPath()}>Messages</a>. Never send money or a code
          from your phone, whatever the reason given. Tell us, with the code of the tag.
        </p>
      </Section>
      <Section id="else" title="Anything else">
        <p>
          Write to <MailLink brand={brand} />.
        </p>
      </Section>
    </Article>
  ),
};
