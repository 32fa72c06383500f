import { staticPath } from '../../paths/paths.ts';
import type { StaticPage } from '../document/page.ts';
import { Article, Section } from './article.tsx';
import { linkTo } from './links.tsx';
import { PrintAtHome } from './print-at-home.tsx';

export const buy: StaticPage = {
  metadata: (t, { productName: product }) => ({
    title: t('buyPage.title', { product }),
    description: t('buyPage.description', { product }),
    keywords: t('buyPage.keywords'),
  }),
  Body: ({ t, brand }) => (
    <Article title={t('buyPage.title', { product: brand.productName })} lead={t('buyPage.lead')} drawing="bag">
      <Section id="now" title={t('buyPage.now')}>
        <PrintAtHome />
      </Section>
      <Section id="later" title={t('buyPage.later')}>
        <p>{t('buyPage.laterText')}</p>
        <p>{t.rich('buyPage.whatATagIs', { product: linkTo(staticPath('product')) })}</p>
      </Section>
    </Article>
  ),
};
