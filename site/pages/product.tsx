import type { ReactNode } from 'react';
import { homePath, staticPath } from '../../paths/paths.ts';
import { metadataIn, type StaticPage } from '../document/page.ts';
import { Article, ArticleSection, linkTo, PrintAtHome, TextSections } from './article.tsx';
import { PrintedTag } from './sample-tag.tsx';

/** @param open whether tags made to last are for sale */
export const productInGeneral = (open: boolean): StaticPage => ({
  metadata: metadataIn('productPage'),
  Above: ({ publicUrl }) => <PrintedTag publicUrl={publicUrl} />,
  Body: ({ t, brand, publicUrl }) => (
    <Article title={t('productPage.title', { product: brand.productName })} lead={t('productPage.lead')}>
      <ArticleSection id="on-it" title={t('productPage.onIt')}>
        <div className="flex flex-wrap items-center gap-8">
          <PrintedTag publicUrl={publicUrl} />
          <ul className="min-w-0 flex-1 basis-[min(16rem,100%)]">
            <li>{t('productPage.onItCode')}</li>
            <li>{t('productPage.onItAddress')}</li>
            <li>{t('productPage.onItLetters')}</li>
          </ul>
        </div>
      </ArticleSection>
      <TextSections
        area="productPage"
        sections={{ behindIt: ['behindItText'] }}
        values={{ sample: linkTo(homePath('scanned')) }}
      />
      <ArticleSection id="get-one" title={t('productPage.getOne')}>
        <p>{t.rich(open ? 'productPage.forSale' : 'productPage.notForSale', { shop: linkTo(staticPath('buy')) })}</p>
        <PrintAtHome />
      </ArticleSection>
    </Article>
  ),
});

const closedShop: StaticPage = {
  drawing: 'bag',
  metadata: metadataIn('buyPage'),
  Body: ({ t, brand }) => (
    <Article
      title={t('buyPage.title', { product: brand.productName })}
      lead={t('buyPage.lead')}
      drawing={closedShop.drawing}
    >
      <ArticleSection id="now" title={t('buyPage.now')}>
        <PrintAtHome />
      </ArticleSection>
      <TextSections
        area="buyPage"
        sections={{ later: ['laterText', 'whatATagIs'] }}
        values={{ product: linkTo(staticPath('product')) }}
      />
    </Article>
  ),
};

/** @param shelf the products and how they are delivered; it stays when the operator replaces the words */
function openShop(shelf: ReactNode): StaticPage {
  return {
    metadata: metadataIn('shopPage'),
    Body: ({ t, brand }) => (
      <Article title={t('shopPage.title', { product: brand.productName })} lead={t('shopPage.lead')} drawing="bag" wide>
        {shelf}
        <ArticleSection id="now" title={t('shopPage.freeTitle')}>
          <p>{t('shopPage.freeText')}</p>
          <PrintAtHome />
          <p>{t.rich('buyPage.whatATagIs', { product: linkTo(staticPath('product')) })}</p>
        </ArticleSection>
      </Article>
    ),
    drawing: 'bag',
    wide: true,
    Above: () => shelf,
  };
}

export const emptyShop: StaticPage = {
  drawing: 'bag',
  metadata: (t, { productName: product }) => ({
    title: t('shopPage.title', { product }),
    description: t('shopPage.closedText'),
    keywords: t('buyPage.keywords'),
  }),
  Body: ({ t, brand }) => (
    <Article
      title={t('shopPage.title', { product: brand.productName })}
      lead={t('shopPage.nothing')}
      drawing={emptyShop.drawing}
    >
      <ArticleSection id="now" title={t('buyPage.now')}>
        <PrintAtHome />
        <p>{t.rich('buyPage.whatATagIs', { product: linkTo(staticPath('product')) })}</p>
      </ArticleSection>
    </Article>
  ),
  Above: ({ t }) => (
    <ArticleSection id="now" title={t('shopPage.nothing')}>
      <PrintAtHome />
    </ArticleSection>
  ),
};

export function buy(shopOpen: boolean, shelf?: ReactNode): StaticPage {
  return shopOpen ? openShop(shelf) : closedShop;
}
