import type { StaticPage } from '../document/page.ts';
import { Article, Section } from './article.tsx';
import { MailLink } from './mail-link.tsx';

export const terms: StaticPage = {
  metadata: (brand) => ({
    title: `Terms of use: ${brand.productName}`,
    description: `What you may expect of ${brand.productName}, and what is expected of you, in plain words.`,
    keywords: 'terms of use, rules, account, messages',
  }),
  Body: ({ brand }) => (
    <Article title="Terms of use" lead="What you may expect of us, and what we expect of you." drawing="wallet">
      <Section id="service" title="What the service does">
        <p>
          {brand.legalName} runs this site. It keeps your list of items, shows a page to whoever scans a tag, and
          carries messages between the two of you. It is free to use, for owners and for finders.
        </p>
      </Section>
      <Section id="owners" title="If you own a tag">
        <ul>
          <li>Put tags on things that are yours, or that you look after with the owner’s consent.</li>
          <li>Give an e-mail address that you read. It is how you hear of a finder.</li>
          <li>Keep your password to yourself. What happens in your account counts as done by you.</li>
          <li>Do not write anything into the note that a stranger should not read: whoever scans the tag sees it.</li>
        </ul>
      </Section>
      <Section id="finders" title="If you found something">
        <ul>
          <li>Tell the truth about where it is. You decide what else to say.</li>
          <li>The law where you are may oblige you to hand it in somewhere. These terms do not change that.</li>
          <li>A reward is between you and the owner. We neither promise nor pay one.</li>
        </ul>
      </Section>
      <Section id="both" title="For both">
        <ul>
          <li>Be civil. No threats, no advertising, no attempts to trick somebody out of money or data.</li>
          <li>If you meet, meet in a public place. Never send money to get a thing back or to give it back.</li>
          <li>Do not try to break the service, to guess codes, or to collect other people’s pages.</li>
        </ul>
      </Section>
      <Section id="limits" title="What we cannot promise">
        <p>
          A tag makes it easy to be honest. It cannot make anybody honest, so we do not promise that a thing comes back.
          We do our best to keep the site running and the messages safe, but it can fail, and we may have to stop it for
          maintenance. Nothing here limits rights that the law gives you.
        </p>
      </Section>
      <Section id="end" title="Ending it">
        <p>
          You may stop at any time: write to <MailLink brand={brand} /> and your account and what belongs to it are
          deleted. We may close an account that breaks these terms, and say why. If these terms change, the new ones
          appear here.
        </p>
      </Section>
    </Article>
  ),
};
