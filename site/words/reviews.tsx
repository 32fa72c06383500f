import type { StaticPage } from '../document/page.ts';
import { Article, Section } from './article.tsx';
import { MailLink } from './mail-link.tsx';
import { PrintAtHome } from './print-at-home.tsx';

export const reviews: StaticPage = {
  metadata: (brand) => ({
    title: `Reviews of ${brand.productName}`,
    description: `There are no reviews of ${brand.productName} yet. Here is what you can do until there are.`,
    keywords: 'reviews, experiences, QR tag, lost and found',
  }),
  Body: ({ brand }) => (
    <Article
      title="Reviews"
      lead="There are none yet. We would rather show an empty page than write them ourselves."
      drawing="bottle"
    >
      <Section id="yours" title="If something of yours came home">
        <p>
          We would like to hear how it went: <MailLink brand={brand} />. Nothing of what you write is published without
          asking you.
        </p>
      </Section>
      <Section id="try" title="Judge for yourself">
        <PrintAtHome />
      </Section>
    </Article>
  ),
};
