import { homePath, staticPath } from '../../paths/paths.ts';
import type { StaticPage } from '../document/page.ts';
import { Article, Section } from './article.tsx';
import { linkTo, operatorEmail } from './links.tsx';

export const contact: StaticPage = {
  metadata: (t, { productName: product }) => ({
    title: t('contactPage.documentTitle', { product }),
    description: t('contactPage.description', { product }),
    keywords: t('contactPage.keywords'),
  }),
  Body: ({ t, brand }) => (
    <Article title={t('contactPage.title')} lead={t('contactPage.lead')} drawing="phone">
      <p>{t.rich('contactPage.writeTo', operatorEmail(brand))}</p>
      <Section id="found" title={t('contactPage.found')}>
        <p>{t.rich('contactPage.foundText', { typeCode: linkTo(homePath('found')) })}</p>
      </Section>
      <Section id="lost" title={t('contactPage.lost')}>
        <p>{t.rich('contactPage.lostText', { first: linkTo(staticPath('support', 'lost')) })}</p>
      </Section>
      <Section id="abuse" title={t('contactPage.abuse')}>
        <p>{t('contactPage.abuseText')}</p>
      </Section>
    </Article>
  ),
};
