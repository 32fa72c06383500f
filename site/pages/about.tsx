import { staticPath } from '../../paths/paths.ts';
import type { Brand } from '../../ui/brand.ts';
import { metadataIn, type StaticPage } from '../document/page.ts';
import { Article, linkTo, organization, TextSections } from './article.tsx';

const aboutData = (brand: Brand, publicUrl: string) => ({
  '@context': 'https://schema.org',
  ...organization(brand, publicUrl),
});

export const about: StaticPage = {
  metadata: (t, brand, publicUrl) => ({
    ...metadataIn('aboutPage')(t, brand),
    structuredData: aboutData(brand, publicUrl),
  }),
  ownStructuredData: (_own, { brand, publicUrl }) => aboutData(brand, publicUrl),
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
