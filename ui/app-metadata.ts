import type { PlainKey, Words } from '../language/words.ts';
import { type AppPageName, appPages } from '../paths/app-pages.ts';
import type { Brand } from './brand.ts';
import type { PageMetadata } from './page-metadata.ts';

const titles = {
  signIn: 'signIn.title',
  signUp: 'signUp.title',
  emailVerification: 'confirm.title',
  reset: 'reset.title',
  keepAccount: 'keepAccount.title',
  items: 'frame.myItems',
  print: 'items.print',
  labelTemplates: 'metadata.labelTemplatesTitle',
  blankTags: 'metadata.blankTagsTitle',
  activate: 'items.activate',
  invitation: 'metadata.invitationTitle',
  handOverItem: 'metadata.handOverItemTitle',
  shareItem: 'metadata.shareItemTitle',
  sharedItem: 'metadata.sharedItemTitle',
  importItems: 'metadata.importItemsTitle',
  newItem: 'metadata.newItemTitle',
  editItem: 'metadata.editItemTitle',
  finderView: 'metadata.finderViewTitle',
  loss: 'metadata.lossTitle',
  inbox: 'frame.messages',
  thread: 'metadata.threadTitle',
  profile: 'frame.profile',
  orders: 'metadata.ordersTitle',
  admin: 'frame.admin',
  adminSite: 'metadata.adminSiteTitle',
  adminReports: 'metadata.adminReportsTitle',
  adminShop: 'metadata.adminShopTitle',
  adminProducts: 'metadata.adminProductsTitle',
  adminBrand: 'metadata.adminBrandTitle',
  adminLanguages: 'metadata.adminLanguagesTitle',
  adminPages: 'metadata.adminPagesTitle',
  editPage: 'metadata.editPageTitle',
  adminOrders: 'metadata.adminOrdersTitle',
  adminReviews: 'metadata.adminReviewsTitle',
  adminItems: 'metadata.adminItemsTitle',
  adminPeople: 'metadata.adminPeopleTitle',
  adminTags: 'metadata.adminTagsTitle',
  adminHealth: 'metadata.adminHealthTitle',
  adminAudit: 'metadata.adminAuditTitle',
} as const satisfies Record<AppPageName, PlainKey>;

/** Of each page of the app, in its document and after a navigation inside the app (C-1.07). */
export function appMetadata(page: AppPageName, t: Words, { productName: product }: Brand): PageMetadata {
  const title = t(titles[page]);
  return {
    title: t('metadata.title', { page: title, product }),
    description: t(`metadata.${page}`),
    keywords: t('metadata.keywords', { page: title }),
    noindex: appPages[page].signedIn,
  };
}
