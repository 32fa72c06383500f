import type { ReactNode } from 'react';
import { staticPath } from '../../paths/paths.ts';
import type { StaticPage } from '../document/page.ts';
import { Article, Section } from './article.tsx';
import { linkTo } from './links.tsx';
import { OwnSections } from './own-text.tsx';
import { PrintAtHome } from './print-at-home.tsx';

/** While tags made to last are not for sale. */
const closedShop: StaticPage = {
  drawing: 'bag',
  metadata: (t, { productName: product }) => ({
    title: t('buyPage.title', { product }),
    description: t('buyPage.description', { product }),
    keywords: t('buyPage.keywords'),
  }),
  Body: ({ t, brand }) => (
    <Article
      title={t('buyPage.title', { product: brand.productName })}
      lead={t('buyPage.lead')}
      drawing={closedShop.drawing}
    >
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

/** @param shelf the products and how they are delivered; it stays when the operator replaces the words */
function openShop(shelf: ReactNode): StaticPage {
  return {
    metadata: (t, { productName: product }) => ({
      title: t('shopPage.title', { product }),
      description: t('shopPage.description'),
      keywords: t('shopPage.keywords'),
    }),
    Body: ({ t, brand }) => (
      <Article title={t('shopPage.title', { product: brand.productName })} lead={t('shopPage.lead')} drawing="bag" wide>
        {shelf}
        <Section id="now" title={t('shopPage.freeTitle')}>
          <p>{t('shopPage.freeText')}</p>
          <PrintAtHome />
          <p>{t.rich('buyPage.whatATagIs', { product: linkTo(staticPath('product')) })}</p>
        </Section>
      </Article>
    ),
    OwnBody: ({ own: { title, lead, text } }) => (
      <Article title={title} lead={lead} drawing="bag" wide>
        {shelf}
        <OwnSections text={text} />
      </Article>
    ),
  };
}

/** An open shop in which nothing is for sale. */
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
      <Section id="now" title={t('buyPage.now')}>
        <PrintAtHome />
        <p>{t.rich('buyPage.whatATagIs', { product: linkTo(staticPath('product')) })}</p>
      </Section>
    </Article>
  ),
  OwnBody: ({ t, own: { title, lead, text } }) => (
    <Article title={title} lead={lead} drawing={emptyShop.drawing}>
      <Section id="now" title={t('shopPage.nothing')}>
        <PrintAtHome />
      </Section>
      <OwnSections text={text} />
    </Article>
  ),
};

export function buy(shopOpen: boolean, shelf?: ReactNode): StaticPage {
  return shopOpen ? openShop(shelf) : closedShop;
}
