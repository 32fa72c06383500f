import type { StaticPage } from '../document/page.ts';
import { Article, Section } from './article.tsx';
import { MailLink } from './mail-link.tsx';

export const privacy: StaticPage = {
  metadata: (brand) => ({
    title: `Privacy: ${brand.productName}`,
    description: `What ${brand.productName} stores about owners and finders, which cookies it sets, and what it never stores.`,
    keywords: 'privacy, personal data, cookies, IP address, finder, owner',
  }),
  Body: ({ brand }) => (
    <Article
      title="Privacy"
      lead="A lost-and-found works best when it knows little about you. This is what it knows."
      drawing="laptop"
    >
      <Section id="finders" title="If you scan a tag">
        <p>Looking at a page leaves nothing about you in our database. If you answer, we store:</p>
        <ul>
          <li>what you write or tap, and when,</li>
          <li>your name, only if you give one,</li>
          <li>the language in which you read the page.</li>
        </ul>
        <p>
          The owner sees what you wrote and nothing else: no number, no e-mail address, no place that you did not name.
        </p>
      </Section>
      <Section id="owners" title="If you have an account">
        <p>We store:</p>
        <ul>
          <li>your name and e-mail address,</li>
          <li>your password in a form from which it cannot be read back,</li>
          <li>when you signed up, last signed in and were last active,</li>
          <li>
            where you are signed in, in words such as “Firefox on Android”, and a scrambled form of the device cookie,
          </li>
          <li>your items: name, kind and note, which everybody who scans the tag can read,</li>
          <li>the language that you chose, if you did,</li>
          <li>your messages, and for 30 days the e-mails this site sends you.</li>
        </ul>
      </Section>
      <Section id="not" title="What is not stored">
        <ul>
          <li>
            No IP addresses, neither in the database nor in the logs. To hold off abuse, attempts are counted for up to
            a day under a scrambled form of the address.
          </li>
          <li>No location, unless somebody writes it into a message.</li>
          <li>
            Nothing from other companies: no page here loads anything from a third party. There is no advertising, no
            analytics and no tracking.
          </li>
        </ul>
      </Section>
      <Section id="cookies" title="Cookies">
        <p>There are five, each needed for what you asked for. None follows you elsewhere.</p>
        <ul>
          <li>The session cookie keeps you signed in.</li>
          <li>
            The device cookie is set when you sign up or in. By it we tell you of sign-ins with a device that is new to
            your account, and strangers who guess your password cannot lock you out.
          </li>
          <li>The form cookie, set when a form is shown to you, keeps robots and double taps from sending twice.</li>
          <li>The language cookie is set when you choose a language, and remembers it.</li>
          <li>The conversation cookie leads you back to your conversation when you scan the same tag again.</li>
        </ul>
        <p>
          What you type into a form is also kept in your browser until it is sent, so that a lost connection loses
          nothing. It does not leave your device before.
        </p>
      </Section>
      <Section id="how-long" title="How long">
        <p>
          Your account, items and messages are kept until you delete the account in your profile; seven days later, in
          which you can change your mind, they are gone. An item that you delete yourself leaves your list at once and
          its tag stops working; its record and its messages go with your account. If you are a finder, you may ask for
          your conversation to be deleted.
        </p>
        <p>
          The e-mails that this site sent are deleted after 30 days, and the links in them at once. What shows that you
          are signed in is deleted when you sign out or it expires.
        </p>
      </Section>
      <Section id="rights" title="Your rights">
        <p>
          {brand.legalName} is responsible for this data. In your profile you can correct it, download it and delete it.
          Or write to <MailLink brand={brand} /> to learn what is stored about you, to have it corrected, sent to you or
          deleted. If you are a finder, add the code of the tag. You may also complain to the data protection authority
          where you live.
        </p>
      </Section>
    </Article>
  ),
};
