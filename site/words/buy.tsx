import { staticPath } from '../../paths/paths.ts';
import type { StaticPage } from '../document/page.ts';
import { Article, Section } from './article.tsx';
import { PrintAtHome } from './print-at-home.tsx';

export const buy: StaticPage = {
  metadata: (brand) => ({
    title: `Buy ${brand.productName} tags`,
    description: `The shop of ${brand.productName} is not open yet. Until then you can print tags at home, free.`,
    keywords: 'buy QR tags, luggage tags, key tags, print tags at home',
  }),
  Body: ({ brand }) => (
    <Article
      title={`Buy ${brand.productName} tags`}
      lead="The shop is not open yet. Nothing is for sale here today, and nobody takes your money."
      drawing="bag"
    >
      <Section id="now" title="What you can have now">
        <PrintAtHome />
      </Section>
      <Section id="later" title="When the shop opens">
        <p>
          It will sell tags made to last, for keys, luggage and whatever else gets lost. The price, with tax and
          delivery, will be on this page before you order anything. A tag you printed at home goes on working beside
          them.
        </p>
        <p>
          <a href={staticPath('product')}>What a tag is</a> is told on its own page.
        </p>
      </Section>
    </Article>
  ),
};
