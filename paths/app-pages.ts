import * as paths from './paths.ts';

export type AppPage = {
  path: string;
  /** Below app/features/; its first exported function is the page. */
  file: string;
  /** Who may open it; without a session one is sent to sign in (C-2.02, C-2.03). Missing: everybody. */
  only?: 'signed-in' | 'admin';
  /** Opened often: the app begins with its texts. */
  often?: true;
  within?: string;
};

/** Every page of the app. Texts: `metadata.{name}` and `metadata.{name}Title`. */
const pages = {
  signIn: { path: paths.signInPath(), file: 'sign-in/sign-in', often: true },
  signUp: { path: paths.signUpPath(), file: 'sign-in/sign-up', often: true },
  emailVerification: { path: paths.emailVerificationPath(), file: 'sign-in/email-verification', often: true },
  reset: { path: paths.resetPath(), file: 'sign-in/reset', often: true },
  keepAccount: { path: paths.keepAccountPath(), file: 'sign-in/keep-account', often: true },
  activate: { path: paths.activatePath(), file: 'tags/activate' },
  invitation: { path: paths.invitationPath(), file: 'sharing/invitation' },
  item: { path: paths.itemPath(':hash'), file: 'item/opened-item', only: 'signed-in', often: true },
  items: { path: paths.itemsPath(), file: 'items/my-items', only: 'signed-in', often: true },
  print: { path: paths.printPath(), file: 'print/print', only: 'signed-in' },
  labelTemplates: { path: paths.labelTemplatesPath(), file: 'print/label-templates', only: 'signed-in' },
  scan: { path: paths.scanPath(), file: 'tags/scan', only: 'signed-in' },
  unassignedTags: { path: paths.unassignedTagsPath(), file: 'tags/unassigned-tags', only: 'signed-in' },
  importItems: { path: paths.importItemsPath(), file: 'items/import-items', only: 'signed-in' },
  newItem: { path: paths.newItemPath(), file: 'items/add-item', only: 'signed-in' },
  editItem: { path: paths.editItemPath(':id'), file: 'items/edit-item', only: 'signed-in', often: true },
  finderView: { path: paths.finderViewPath(':id'), file: 'items/finder-view', only: 'signed-in' },
  itemDocuments: { path: paths.itemDocumentsPath(':id'), file: 'items/documents', only: 'signed-in' },
  loss: { path: paths.lossPath(':id'), file: 'items/loss', only: 'signed-in' },
  shareItem: { path: paths.shareItemPath(':id'), file: 'sharing/share-item', only: 'signed-in' },
  handOverItem: { path: paths.handOverItemPath(':id'), file: 'sharing/hand-over', only: 'signed-in' },
  inbox: { path: paths.inboxPath(), file: 'inbox/inbox', only: 'signed-in', often: true },
  thread: {
    path: paths.threadPath(':conversationId'),
    file: 'inbox/thread',
    only: 'signed-in',
    often: true,
    within: 'inbox',
  },
  profile: { path: paths.profilePath(), file: 'profile/profile', only: 'signed-in', often: true },
  profileAccount: { path: paths.profilePath('account'), file: 'profile/account', only: 'signed-in', within: 'profile' },
  profileSecurity: {
    path: paths.profilePath('security'),
    file: 'profile/security',
    only: 'signed-in',
    within: 'profile',
  },
  profileNotifications: {
    path: paths.profilePath('notifications'),
    file: 'profile/notifications',
    only: 'signed-in',
    within: 'profile',
  },
  profileLanguage: {
    path: paths.profilePath('language'),
    file: 'profile/language',
    only: 'signed-in',
    within: 'profile',
  },
  profileData: { path: paths.profilePath('data'), file: 'profile/own-data', only: 'signed-in', within: 'profile' },
  orders: { path: paths.ownOrdersPath(), file: 'orders/own-orders', only: 'signed-in' },
  admin: { path: paths.adminPath(), file: 'admin/today', only: 'admin' },
  adminTags: { path: paths.adminTagsPath(), file: 'admin/tags', only: 'admin' },
  adminItems: { path: paths.adminItemsPath(), file: 'admin/items', only: 'admin' },
  adminPeople: { path: paths.adminPeoplePath(), file: 'admin/people', only: 'admin' },
  adminReports: { path: paths.adminReportsPath(), file: 'admin/reports', only: 'admin' },
  adminOrders: { path: paths.adminOrdersPath(), file: 'admin/orders', only: 'admin' },
  adminProducts: { path: paths.adminProductsPath(), file: 'admin/products', only: 'admin' },
  adminReviews: { path: paths.adminReviewsPath(), file: 'admin/reviews', only: 'admin' },
  adminShop: { path: paths.adminShopPath(), file: 'admin/shop-settings', only: 'admin' },
  adminPages: { path: paths.adminPagesPath(), file: 'admin/pages', only: 'admin' },
  editPage: { path: paths.editPagePath(':page'), file: 'admin/edit-page', only: 'admin' },
  adminBrand: { path: paths.adminBrandPath(), file: 'admin/brand', only: 'admin' },
  adminLanguages: { path: '/admin/languages', file: 'admin/languages', only: 'admin' },
  adminSite: { path: paths.adminSitePath(), file: 'admin/site', only: 'admin' },
  adminHealth: { path: paths.adminHealthPath(), file: 'admin/health', only: 'admin' },
  adminAudit: { path: paths.adminAuditPath(), file: 'admin/audit', only: 'admin' },
} as const satisfies Record<string, AppPage>;

export type AppPageName = keyof typeof pages;

export const appPages: Record<AppPageName, AppPage & { within?: AppPageName }> = pages;

export const appPageNames = Object.keys(pages) as AppPageName[];

const patterns = appPageNames.map((name) => {
  const path = appPages[name].path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
  return { name, pattern: new RegExp(`^${path}$`) };
});

/** All of a query but what a page of administration shows, where its path leads to a list. */
const ofList = /[?&](?!(?:batch|conversation|item|order|person|product|tag)=)[^&]*/g;

/** One page of the app: what scrolls to the top and moves the focus when it changes. A filter, search or page of a list changes nothing of it. */
export const pageOf = (pathname: string, search: string) => pathname + search.replace(ofList, '');

export function findAppPage(path: string): AppPageName | undefined {
  return patterns.find(({ pattern }) => pattern.test(path))?.name;
}

/** What stands in `path` for the `:names` of its page's. */
export function paramsOf(path: string): Partial<Record<string, string>> {
  return patterns.find(({ pattern }) => pattern.test(path))?.pattern.exec(path)?.groups ?? {};
}

export function isAppPath(path: string): boolean {
  return findAppPage(path) !== undefined;
}
