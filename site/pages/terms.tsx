import { profilePath } from '../../paths/paths.ts';
import type { StaticPage } from '../document/page.ts';
import { Article, Section } from './article.tsx';
import { linkTo } from './links.tsx';

export const terms: StaticPage = {
  drawing: 'wallet',
  metadata: (t, { productName: product }) => ({
    title: t('termsPage.documentTitle', { product }),
    description: t('termsPage.description', { product }),
    keywords: t('termsPage.keywords'),
  }),
  Body: ({ t, brand }) => (
    <Article title={t('termsPage.title')} lead={t('termsPage.lead')} drawing={terms.drawing}>
      <Section id="service" title={t('termsPage.service')}>
        <p>{t('termsPage.serviceText', { operator: brand.legalName })}</p>
      </Section>
      <Section id="owners" title={t('termsPage.owners')}>
        <ul>
          <li>{t('termsPage.ownersYours')}</li>
          <li>{t('termsPage.ownersEmail')}</li>
          <li>{t('termsPage.ownersPassword')}</li>
          <li>{t('termsPage.ownersNote')}</li>
        </ul>
      </Section>
      <Section id="finders" title={t('termsPage.finders')}>
        <ul>
          <li>{t('termsPage.findersTruth')}</li>
          <li>{t('termsPage.findersLaw')}</li>
          <li>{t('termsPage.findersReward')}</li>
        </ul>
      </Section>
      <Section id="both" title={t('termsPage.both')}>
        <ul>
          <li>{t('termsPage.bothCivil')}</li>
          <li>{t('termsPage.bothMeet')}</li>
          <li>{t('termsPage.bothService')}</li>
          <li>{t('termsPage.bothModeration')}</li>
        </ul>
      </Section>
      <Section id="limits" title={t('termsPage.limits')}>
        <p>{t('termsPage.limitsText')}</p>
      </Section>
      <Section id="end" title={t('termsPage.end')}>
        <p>{t.rich('termsPage.endText', { profile: linkTo(profilePath()) })}</p>
      </Section>
    </Article>
  ),
};
