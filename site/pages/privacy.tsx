import { metadataIn, type StaticPage } from '../document/page.ts';
import { Article, linkTo, operatorEmail, TextSections } from './article.tsx';

export const privacy: StaticPage = {
  drawing: 'laptop',
  metadata: metadataIn('privacyPage', 'documentTitle'),
  Body: ({ t, brand, mapHost, byCard }) => (
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
          not: [['notAddresses', 'notLocation', 'notInPictures', mapHost ? 'notOthersButMap' : 'notOthers']],
          cookies: [
            'cookiesAll',
            ['cookiesSession', 'cookiesDevice', 'cookiesForm', 'cookiesLanguage', 'cookiesConversation', 'cookiesCart'],
          ],
          device: ['deviceDrafts', 'deviceCopy', 'deviceUnsent', 'deviceMarks'],
          howLong: ['howLongAccount', 'howLongEmails', 'howLongBackups'],
          why: ['whyText', ['whyContract', 'whyLaw', 'whyConsent', 'whyInterest']],
          rights: ['rightsText'],
        }}
        values={{
          operator: brand.legalName,
          stripe: linkTo('https://stripe.com/privacy'),
          host: mapHost,
          button: t('loss.showMap'),
          ...operatorEmail(brand),
        }}
      />
    </Article>
  ),
};
