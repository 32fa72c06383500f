import { homePath, staticPath } from '../../paths/paths.ts';
import type { StaticPage } from '../document/page.ts';
import { Article, Section } from './article.tsx';
import { linkTo } from './links.tsx';
import { OwnSections } from './own-text.tsx';
import { PrintAtHome } from './print-at-home.tsx';
import { PrintedTag } from './printed-tag.tsx';

/** @param open whether tags made to last are for sale */
export const productInGeneral = (open: boolean): StaticPage => ({
  metadata: (t, brand) => ({
    title: t('productPage.title', { product: brand.productName }),
    description: t('productPage.description'),
    keywords: t('productPage.keywords'),
  }),
  OwnBody: ({ own: { title, lead, text }, publicUrl }) => (
    <Article title={title} lead={lead}>
      <PrintedTag publicUrl={publicUrl} />
      <OwnSections text={text} />
    </Article>
  ),
  Body: ({ t, brand, publicUrl }) => (
    <Article title={t('productPage.title', { product: brand.productName })} lead={t('productPage.lead')}>
      <Section id="on-it" title={t('productPage.onIt')}>
        <div className="flex flex-wrap items-center gap-8">
          <PrintedTag publicUrl={publicUrl} />
          <ul className="min-w-0 flex-1 basis-[min(16rem,100%)]">
            <li>{t('productPage.onItCode')}</li>
            <li>{t('productPage.onItAddress')}</li>
            <li>{t('productPage.onItLetters')}</li>
          </ul>
        </div>
      </Section>
      <Section id="behind-it" title={t('productPage.behindIt')}>
        <p>{t.rich('productPage.behindItText', { sample: linkTo(homePath('scanned')) })}</p>
      </Section>
      <Section id="get-one" title={t('productPage.getOne')}>
        <p>{t.rich(open ? 'productPage.forSale' : 'productPage.notForSale', { shop: linkTo(staticPath('buy')) })}</p>
        <PrintAtHome />
      </Section>
    </Article>
  ),
});
