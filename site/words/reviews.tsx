import type { StaticPage } from '../document/page.ts';
import { Article, Section } from './article.tsx';
import { operatorEmail } from './links.tsx';
import { PrintAtHome } from './print-at-home.tsx';

export const reviews: StaticPage = {
  metadata: (t, { productName: product }) => ({
    title: t('reviewsPage.documentTitle', { product }),
    description: t('reviewsPage.description', { product }),
    keywords: t('reviewsPage.keywords'),
  }),
  Body: ({ t, brand }) => (
    <Article title={t('reviewsPage.title')} lead={t('reviewsPage.lead')} drawing="bottle">
      <Section id="yours" title={t('reviewsPage.yours')}>
        <p>{t.rich('reviewsPage.yoursText', operatorEmail(brand))}</p>
      </Section>
      <Section id="try" title={t('reviewsPage.judge')}>
        <PrintAtHome />
      </Section>
    </Article>
  ),
};
