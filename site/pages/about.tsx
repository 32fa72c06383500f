import { staticPath } from '../../paths/paths.ts';
import { metadataIn, type StaticPage } from '../document/page.ts';
import { Article, linkTo, organization, TextSections } from './article.tsx';

export const about: StaticPage = {
  metadata: (t, brand, publicUrl) => ({
    ...metadataIn('aboutPage')(t, brand),
    structuredData: { '@context': 'https://schema.org', ...organization(brand, publicUrl) },
  }),
  Body: ({ t, brand }) => (
    <Article title={t('aboutPage.title', { product: brand.productName })} lead={t('aboutPage.lead')}>
      <p>{t('aboutPage.why')}</p>
      <TextSections
        area="aboutPage"
        sections={{
          works: [['worksPrint', 'worksScan', 'worksLost', 'worksEmail', 'worksAnswer']],
          who: ['whoText'],
        }}
        values={{ operator: brand.legalName, legal: linkTo(staticPath('legal')) }}
      />
    </Article>
  ),
};
