import type { StaticPage } from '../document/page.ts';
import { Article, ArticleSection, linkTo, operatorEmail } from './article.tsx';

export const privacy: StaticPage = {
  drawing: 'laptop',
  metadata: (t, { productName: product }) => ({
    title: t('privacyPage.documentTitle', { product }),
    description: t('privacyPage.description', { product }),
    keywords: t('privacyPage.keywords'),
  }),
  Body: ({ t, brand, mapHost, byCard }) => (
    <Article title={t('privacyPage.title')} lead={t('privacyPage.lead')} drawing={privacy.drawing}>
      <ArticleSection id="finders" title={t('privacyPage.finders')}>
        <p>{t('privacyPage.findersStore')}</p>
        <ul>
          <li>{t('privacyPage.findersWords')}</li>
          <li>{t('privacyPage.findersName')}</li>
          <li>{t('privacyPage.findersLanguage')}</li>
          <li>{t('privacyPage.findersReplies')}</li>
        </ul>
        <p>{t('privacyPage.findersShown')}</p>
      </ArticleSection>
      <ArticleSection id="owners" title={t('privacyPage.owners')}>
        <p>{t('privacyPage.ownersStore')}</p>
        <ul>
          <li>{t('privacyPage.ownersName')}</li>
          <li>{t('privacyPage.ownersPassword')}</li>
          <li>{t('privacyPage.ownersPasskeys')}</li>
          <li>{t('privacyPage.ownersTimes')}</li>
          <li>{t('privacyPage.ownersDevices')}</li>
          <li>{t('privacyPage.ownersItems')}</li>
          <li>{t('privacyPage.ownersReceipts')}</li>
          <li>{t('privacyPage.ownersScans')}</li>
          <li>{t('privacyPage.ownersLanguage')}</li>
          <li>{t('privacyPage.ownersMessages')}</li>
          <li>{t('privacyPage.ownersNotifications')}</li>
          <li>{t('privacyPage.ownersSharing')}</li>
          <li>{t('privacyPage.ownersHandover')}</li>
        </ul>
      </ArticleSection>
      <ArticleSection id="orders" title={t('privacyPage.orders')}>
        <p>{t('privacyPage.ordersText')}</p>
        <p>{t('privacyPage.reviewsText')}</p>
      </ArticleSection>
      {byCard && (
        <ArticleSection id="card" title={t('privacyPage.card')}>
          <p>{t.rich('privacyPage.cardText', { stripe: linkTo('https://stripe.com/privacy') })}</p>
        </ArticleSection>
      )}
      <ArticleSection id="contact" title={t('privacyPage.contact')}>
        <p>{t('privacyPage.contactText', { operator: brand.legalName })}</p>
      </ArticleSection>
      <ArticleSection id="operator" title={t('privacyPage.operator')}>
        <p>{t('privacyPage.operatorReason', { operator: brand.legalName })}</p>
        <p>{t('privacyPage.operatorReports')}</p>
        <p>{t('privacyPage.operatorActs')}</p>
      </ArticleSection>
      <ArticleSection id="not" title={t('privacyPage.not')}>
        <ul>
          <li>{t('privacyPage.notAddresses')}</li>
          <li>{t('privacyPage.notLocation')}</li>
          <li>{t('privacyPage.notInPictures')}</li>
          <li>
            {mapHost
              ? t('privacyPage.notOthersButMap', { host: mapHost, button: t('loss.showMap') })
              : t('privacyPage.notOthers')}
          </li>
        </ul>
      </ArticleSection>
      <ArticleSection id="cookies" title={t('privacyPage.cookies')}>
        <p>{t('privacyPage.cookiesAll')}</p>
        <ul>
          <li>{t('privacyPage.cookiesSession')}</li>
          <li>{t('privacyPage.cookiesDevice')}</li>
          <li>{t('privacyPage.cookiesForm')}</li>
          <li>{t('privacyPage.cookiesLanguage')}</li>
          <li>{t('privacyPage.cookiesConversation')}</li>
          <li>{t('privacyPage.cookiesCart')}</li>
        </ul>
      </ArticleSection>
      <ArticleSection id="device" title={t('privacyPage.device')}>
        <p>{t('privacyPage.deviceDrafts')}</p>
        <p>{t('privacyPage.deviceCopy')}</p>
        <p>{t('privacyPage.deviceUnsent')}</p>
        <p>{t('privacyPage.deviceMarks')}</p>
      </ArticleSection>
      <ArticleSection id="how-long" title={t('privacyPage.howLong')}>
        <p>{t('privacyPage.howLongAccount')}</p>
        <p>{t('privacyPage.howLongEmails')}</p>
        <p>{t('privacyPage.howLongBackups')}</p>
      </ArticleSection>
      <ArticleSection id="why" title={t('privacyPage.why')}>
        <p>{t('privacyPage.whyText')}</p>
        <ul>
          <li>{t('privacyPage.whyContract')}</li>
          <li>{t('privacyPage.whyLaw')}</li>
          <li>{t('privacyPage.whyConsent')}</li>
          <li>{t.rich('privacyPage.whyInterest', operatorEmail(brand))}</li>
        </ul>
      </ArticleSection>
      <ArticleSection id="rights" title={t('privacyPage.rights')}>
        <p>{t.rich('privacyPage.rightsText', { operator: brand.legalName, ...operatorEmail(brand) })}</p>
      </ArticleSection>
    </Article>
  ),
};
