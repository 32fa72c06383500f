import { staticPath } from '../../paths/paths.ts';
import type { StaticPage } from '../document/page.ts';
import { Article, Section } from './article.tsx';
import { linkTo } from './links.tsx';

export const termsAndConditions: StaticPage = {
  drawing: 'bag',
  metadata: (t, { productName: product }) => ({
    title: t('termsOfSalePage.documentTitle', { product }),
    description: t('termsOfSalePage.description', { product }),
    keywords: t('termsOfSalePage.keywords'),
  }),
  Body: ({ t, brand, byCard }) => (
    <Article title={t('termsOfSalePage.title')} lead={t('termsOfSalePage.lead')} drawing={termsAndConditions.drawing}>
      <Section id="order" title={t('termsOfSalePage.order')}>
        <p>{t('termsOfSalePage.orderText', { operator: brand.legalName })}</p>
      </Section>
      <Section id="payment" title={t('termsOfSalePage.payment')}>
        <p>{t(byCard ? 'termsOfSalePage.paymentOrCard' : 'termsOfSalePage.paymentText')}</p>
      </Section>
      <Section id="withdrawal" title={t('termsOfSalePage.withdrawal')}>
        <p>{t('termsOfSalePage.withdrawalText')}</p>
        <p>{t('termsOfSalePage.withdrawalEffects')}</p>
      </Section>
      <Section id="use" title={t('termsOfSalePage.use')}>
        <p>{t.rich('termsOfSalePage.useText', { terms: linkTo(staticPath('terms')) })}</p>
      </Section>
    </Article>
  ),
};
