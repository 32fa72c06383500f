import { Fragment } from 'react';
import { taxNumberSentence } from '../../domain/shop/contract/money.ts';
import { termsOfSale } from '../../domain/shop/contract/terms-of-sale.ts';
import { profilePath, staticPath } from '../../paths/paths.ts';
import type { Brand } from '../../ui/brand.ts';
import { metadataIn, type StaticPage } from '../document/page.ts';
import { Article, ArticleSection, linkTo, operatorEmail, TextSections } from './article.tsx';

export const terms: StaticPage = {
  drawing: 'wallet',
  metadata: metadataIn('termsPage', 'documentTitle'),
  Body: ({ t, brand }) => (
    <Article title={t('termsPage.title')} lead={t('termsPage.lead')} drawing={terms.drawing}>
      <TextSections
        area="termsPage"
        sections={{
          service: ['serviceText'],
          owners: [['ownersYours', 'ownersEmail', 'ownersPassword', 'ownersNote']],
          finders: [['findersTruth', 'findersLaw', 'findersReward']],
          both: [['bothCivil', 'bothMeet', 'bothService', 'bothModeration']],
          limits: ['limitsText'],
          end: ['endText'],
        }}
        values={{ operator: brand.legalName, profile: linkTo(profilePath('data')) }}
      />
    </Article>
  ),
};

export const termsAndConditions: StaticPage = {
  drawing: 'bag',
  metadata: metadataIn('termsOfSalePage', 'documentTitle'),
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
  metadata: metadataIn('legalPage', 'documentTitle'),
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
        <TextSections
          area="legalPage"
          sections={{ software: ['softwareText'], typeface: ['typefaceText'], marks: ['marksText'] }}
          values={{ font: linkTo('/fonts/bricolage-grotesque-OFL.txt') }}
        />
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

export const privacy: StaticPage = {
  drawing: 'laptop',
  metadata: metadataIn('privacyPage', 'documentTitle'),
  Body: ({ t, brand, map: { page, server }, byCard }) => (
    <Article title={t('privacyPage.title')} lead={t('privacyPage.lead')} drawing={privacy.drawing}>
      <TextSections
        area="privacyPage"
        sections={{
          finders: [
            'findersStore',
            ['findersWords', 'findersName', 'findersLanguage', 'findersReplies'],
            'findersShown',
          ],
          owners: [
            'ownersStore',
            [
              'ownersName',
              'ownersPassword',
              'ownersPasskeys',
              'ownersTimes',
              'ownersDevices',
              'ownersItems',
              'ownersReceipts',
              'ownersScans',
              'ownersLanguage',
              'ownersMessages',
              'ownersNotifications',
              'ownersSharing',
              'ownersHandover',
            ],
          ],
          orders: ['ordersText', 'reviewsText'],
          ...(byCard && { card: ['cardText'] }),
          contact: ['contactText'],
          operator: ['operatorReason', 'operatorReports', 'operatorActs'],
          not: [
            ['notAddresses', 'notLocation', 'notInPictures', server ? 'notOthersButMap' : 'notOthers', 'notMapPage'],
          ],
          cookies: [
            'cookiesAll',
            [
              'cookiesSession',
              'cookiesDevice',
              'cookiesForm',
              'cookiesLanguage',
              'cookiesTheme',
              'cookiesConversation',
              'cookiesCart',
            ],
          ],
          device: ['deviceDrafts', 'deviceCopy', 'deviceUnsent', 'deviceMarks'],
          howLong: ['howLongAccount', 'howLongEmails', 'howLongBackups'],
          why: ['whyText', ['whyContract', 'whyLaw', 'whyConsent', 'whyInterest']],
          rights: ['rightsText'],
        }}
        values={{
          operator: brand.legalName,
          stripe: linkTo('https://stripe.com/privacy'),
          host: server && new URL(server.tiles).host,
          mapPage: new URL(page).host,
          button: t('loss.showMap'),
          ...operatorEmail(brand),
        }}
      />
    </Article>
  ),
};
