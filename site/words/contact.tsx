import { homePath, staticPath } from '../../paths/paths.ts';
import type { StaticPage } from '../document/page.ts';
import { Article, Section } from './article.tsx';
import { MailLink } from './mail-link.tsx';

export const contact: StaticPage = {
  metadata: (brand) => ({
    title: `Contact: ${brand.productName}`,
    description: `How to reach the people who run ${brand.productName}, and what to do first if you found or lost something.`,
    keywords: 'contact, e-mail, help, found item, lost item',
  }),
  Body: ({ brand }) => (
    <Article title="Contact" lead="A person reads what you write." drawing="phone">
      <p>
        Write to <MailLink brand={brand} />. If it is about a tag, add its code: the 16 letters and digits under the
        square.
      </p>
      <Section id="found" title="You found something">
        <p>
          You do not need us. Scan the tag, or <a href={homePath('found')}>type its code</a>, and write to the owner
          directly. It is quicker, and we do not know more about the thing than its page says.
        </p>
      </Section>
      <Section id="lost" title="You lost something">
        <p>
          <a href={staticPath('support', 'lost')}>What to do first</a> is short. If it does not help, write to us.
        </p>
      </Section>
      <Section id="abuse" title="Somebody misuses a tag">
        <p>Send us its code and what happened.</p>
      </Section>
    </Article>
  ),
};
