import { Fragment } from 'react';
import { taxNumberSentence } from '../../domain/shop/contract/money.ts';
import { termsOfSale } from '../../domain/shop/contract/terms-of-sale.ts';
import { profilePath, staticPath } from '../../paths/paths.ts';
import type { Brand } from '../../ui/brand.ts';
import type { StaticPage } from '../document/page.ts';
import { Article, ArticleSection, linkTo, operatorEmail } from './article.tsx';

export const terms: StaticPage = {
  drawing: 'wallet',
  metadata: (t, { productName: product }) => ({
    title: t('termsPage.documentTitle', { product }),
    description: t('termsPage.description', { product }),
    keywords: t('termsPage.keywords'),
  }),
  Body: ({ t, brand }) => (
    <Article title={t('termsPage.title')} lead={t('termsPage.lead')} drawing={terms.drawing}>
      <ArticleSection id="service" title={t('termsPage.service')}>
        <p>{t('termsPage.serviceText', { operator: brand.legalName })}</p>
      </ArticleSection>
      <ArticleSection id="owners" title={t('termsPage.owners')}>
        <ul>
          <li>{t('termsPage.ownersYours')}</li>
          <li>{t('termsPage.ownersEmail')}</li>
          <li>{t('termsPage.ownersPassword')}</li>
          <li>{t('termsPage.ownersNote')}</li>
        </ul>
      </ArticleSection>
      <ArticleSection id="finders" title={t('termsPage.finders')}>
        <ul>
          <li>{t('termsPage.findersTruth')}</li>
          <li>{t('termsPage.findersLaw')}</li>
          <li>{t('termsPage.findersReward')}</li>
        </ul>
      </ArticleSection>
      <ArticleSection id="both" title={t('termsPage.both')}>
        <ul>
          <li>{t('termsPage.bothCivil')}</li>
          <li>{t('termsPage.bothMeet')}</li>
          <li>{t('termsPage.bothService')}</li>
          <li>{t('termsPage.bothModeration')}</li>
        </ul>
      </ArticleSection>
      <ArticleSection id="limits" title={t('termsPage.limits')}>
        <p>{t('termsPage.limitsText')}</p>
      </ArticleSection>
      <ArticleSection id="end" title={t('termsPage.end')}>
        <p>{t.rich('termsPage.endText', { profile: linkTo(profilePath()) })}</p>
      </ArticleSection>
    </Article>
  ),
};

export const termsAndConditions: StaticPage = {
  drawing: 'bag',
  metadata: (t, { productName: product }) => ({
    title: t('termsOfSalePage.documentTitle', { product }),
    description: t('termsOfSalePage.description', { product }),
    keywords: t('termsOfSalePage.keywords'),
  }),
  Body: ({ t, brand, byCard, seller = sellerOf(brand) }) => (
    <Article title={t('termsOfSalePage.title')} lead={t('termsOfSalePage.lead')} drawing={termsAndConditions.drawing}>
      {termsOfSale(t, { seller, byCard }).map(({ id, title, paragraphs, list }) => (
        <ArticleSection key={id} id={id} title={title}>
          {paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {list && (
            <ul>
              {list.map((line) => (
                <li key={line} className={line.includes('@') ? 'hyphens-manual' : undefined}>
                  {line}
                </li>
              ))}
            </ul>
          )}
        </ArticleSection>
      ))}
      <ArticleSection id="use" title={t('termsOfSalePage.use')}>
        <p>{t.rich('termsOfSalePage.useText', { terms: linkTo(staticPath('terms')) })}</p>
      </ArticleSection>
    </Article>
  ),
};

const sellerOf = ({ legalName: name, address, contactEmail: email }: Brand) => ({ name, address, email });

export const legal: StaticPage = {
  metadata: (t, { productName: product }) => ({
    title: t('legalPage.documentTitle', { product }),
    description: t('legalPage.description', { product }),
    keywords: t('legalPage.keywords'),
  }),
  Body: ({ t, brand, seller }) => {
    const { address, email } = operatorEmail(brand);
    return (
      <Article title={t('legalPage.title')} lead={t('legalPage.lead')}>
        <ArticleSection id="operator" title={t('legalPage.operator')}>
          <p>
            {brand.legalName}
            <br />
            {brand.address && <Lines text={brand.address} />}
            {email(address)}
          </p>
        </ArticleSection>
        {seller && (
          <ArticleSection id="seller" title={t('legalPage.seller')}>
            <p>
              <Lines text={[seller.name, seller.address].join('\n')} />
              {operatorEmail({ contactEmail: seller.email }).email(seller.email)}
            </p>
            {seller.taxNumber && <p>{taxNumberSentence(seller.taxNumber, t)}</p>}
          </ArticleSection>
        )}
        <ArticleSection id="software" title={t('legalPage.software')}>
          <p>{t('legalPage.softwareText')}</p>
        </ArticleSection>
        <ArticleSection id="typeface" title={t('legalPage.typeface')}>
          <p>{t.rich('legalPage.typefaceText', { font: linkTo('/fonts/bricolage-grotesque-OFL.txt') })}</p>
        </ArticleSection>
        <ArticleSection id="marks" title={t('legalPage.marks')}>
          <p>{t('legalPage.marksText')}</p>
        </ArticleSection>
        <ArticleSection id="more" title={t('legalPage.seeAlso')}>
          <p>
            {t.rich('legalPage.seeAlsoText', {
              terms: linkTo(staticPath('terms')),
              sale: linkTo(staticPath('terms-and-conditions')),
              privacy: linkTo(staticPath('privacy')),
            })}
          </p>
        </ArticleSection>
      </Article>
    );
  },
};

function Lines({ text }: { text: string }) {
  return text.split('\n').map((line) => (
    <Fragment key={line}>
      {line}
      <br />
    </Fragment>
  ));
}
