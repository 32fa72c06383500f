import { staticPath } from '../../paths/paths.ts';
import type { Brand } from '../../ui/brand.ts';
import type { StaticPage } from '../document/page.ts';
import { Article, ArticleSection, linkTo, organization } from './article.tsx';

const aboutData = (brand: Brand, publicUrl: string) => ({
  '@context': 'https://schema.org',
  ...organization(brand, publicUrl),
});

export const about: StaticPage = {
  metadata: (t, brand, publicUrl) => ({
    title: t('aboutPage.title', { product: brand.productName }),
    description: t('aboutPage.description', { product: brand.productName }),
    keywords: t('aboutPage.keywords'),
    structuredData: aboutData(brand, publicUrl),
  }),
  ownStructuredData: (_own, { brand, publicUrl }) => aboutData(brand, publicUrl),
  Body: ({ t, brand }) => (
    <Article title={t('aboutPage.title', { product: brand.productName })} lead={t('aboutPage.lead')}>
      <p>{t('aboutPage.why')}</p>
      <ArticleSection id="works" title={t('aboutPage.works')}>
        <ul>
          <li>{t('aboutPage.worksPrint')}</li>
          <li>{t('aboutPage.worksScan')}</li>
          <li>{t('aboutPage.worksLost')}</li>
          <li>{t('aboutPage.worksEmail')}</li>
          <li>{t('aboutPage.worksAnswer')}</li>
        </ul>
      </ArticleSection>
      <ArticleSection id="who" title={t('aboutPage.who')}>
        <p>{t.rich('aboutPage.whoText', { operator: brand.legalName, legal: linkTo(staticPath('legal')) })}</p>
      </ArticleSection>
    </Article>
  ),
};
