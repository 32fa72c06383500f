import { Fragment } from 'react';
import { taxNumberSentence } from '../../domain/shop/contract/money.ts';
import { staticPath } from '../../paths/paths.ts';
import type { StaticPage } from '../document/page.ts';
import { Article, Section } from './article.tsx';
import { linkTo, operatorEmail } from './links.tsx';

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
        <Section id="operator" title={t('legalPage.operator')}>
          <p>
            {brand.legalName}
            <br />
            {brand.address && <Lines text={brand.address} />}
            {email(address)}
          </p>
        </Section>
        {seller && (
          <Section id="seller" title={t('legalPage.seller')}>
            <p>
              <Lines text={[seller.name, seller.address].join('\n')} />
              {operatorEmail({ contactEmail: seller.email }).email(seller.email)}
            </p>
            {seller.taxNumber && <p>{taxNumberSentence(seller.taxNumber, t)}</p>}
          </Section>
        )}
        <Section id="software" title={t('legalPage.software')}>
          <p>{t('legalPage.softwareText')}</p>
        </Section>
        <Section id="typeface" title={t('legalPage.typeface')}>
          <p>{t.rich('legalPage.typefaceText', { font: linkTo('/fonts/bricolage-grotesque-OFL.txt') })}</p>
        </Section>
        <Section id="marks" title={t('legalPage.marks')}>
          <p>{t('legalPage.marksText')}</p>
        </Section>
        <Section id="more" title={t('legalPage.seeAlso')}>
          <p>
            {t.rich('legalPage.seeAlsoText', {
              terms: linkTo(staticPath('terms')),
              sale: linkTo(staticPath('terms-and-conditions')),
              privacy: linkTo(staticPath('privacy')),
            })}
          </p>
        </Section>
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
