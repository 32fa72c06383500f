import { staticPath } from '../../paths/paths.ts';
import type { StaticPage } from '../document/page.ts';
import { Article, Section } from './article.tsx';

export const termsAndConditions: StaticPage = {
  metadata: (brand) => ({
    title: `Terms of sale: ${brand.productName}`,
    description: `The terms on which ${brand.productName} sells tags. Nothing is sold here yet.`,
    keywords: 'terms and conditions, terms of sale, shop',
  }),
  Body: ({ brand }) => (
    <Article title="Terms of sale" lead="Nothing is sold here yet, so there is nothing to agree to." drawing="bag">
      <p>
        {brand.legalName} does not take orders or payments on this site at present. Before the first order can be
        placed, this page will state who sells, what it costs with tax and delivery, how you can pay, how long delivery
        takes, and how to send something back.
      </p>
      <Section id="use" title="Using the site is free">
        <p>
          Printing tags at home, receiving messages and answering them cost nothing. For that, the{' '}
          <a href={staticPath('terms')}>terms of use</a> apply.
        </p>
      </Section>
    </Article>
  ),
};
