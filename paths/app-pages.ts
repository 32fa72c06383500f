import {
  activatePath,
  adminAuditPath,
  adminBrandPath,
  adminHealthPath,
  adminItemsPath,
  adminLanguagesPath,
  adminOrdersPath,
  adminPagesPath,
  adminPath,
  adminPeoplePath,
  adminProductsPath,
  adminReportsPath,
  adminReviewsPath,
  adminShopPath,
  adminSitePath,
  adminTagsPath,
  blankTagsPath,
  editItemPath,
  editPagePath,
  emailVerificationPath,
  finderViewPath,
  handOverItemPath,
  importItemsPath,
  inboxPath,
  invitationPath,
  itemsPath,
  keepAccountPath,
  labelTemplatesPath,
  lossPath,
  newItemPath,
  ownOrdersPath,
  printPath,
  profilePath,
  resetPath,
  sharedItemPath,
  shareItemPath,
  signInPath,
  signUpPath,
  threadPath,
} from './paths.ts';

export type AppPage = {
  /** `:name` stands for one segment. */
  path: string;
  /** Below app/; its first exported function is the page. */
  file: string;
  /** Only with a session; others are sent to sign in (C-2.02, C-2.03). */
  signedIn?: true;
  /** Opened often: the app begins with its texts. */
  often?: true;
  /** The page that it is shown in. */
  within?: string;
  /** Its text in the navigation of the administration. */
  navigation?: string;
};

/**
 * Every page of the app; the administration's in the order of their navigation. A page has the texts `metadata.{name}` and
 * `metadata.{name}Title`.
 */
const pages = {
  signIn: { path: signInPath(), file: 'sign-in/sign-in', often: true },
  signUp: { path: signUpPath(), file: 'sign-in/sign-up', often: true },
  emailVerification: { path: emailVerificationPath(), file: 'sign-in/email-verification', often: true },
  reset: { path: resetPath(), file: 'sign-in/reset', often: true },
  keepAccount: { path: keepAccountPath(), file: 'sign-in/keep-account', often: true },
  activate: { path: activatePath(), file: 'tags/activate' },
  invitation: { path: invitationPath(), file: 'sharing/invitation' },
  items: { path: itemsPath(), file: 'items/my-items', signedIn: true, often: true },
  print: { path: printPath(), file: 'print/print', signedIn: true },
  labelTemplates: { path: labelTemplatesPath(), file: 'print/label-templates', signedIn: true },
  blankTags: { path: blankTagsPath(), file: 'tags/blank-tags', signedIn: true },
  importItems: { path: importItemsPath(), file: 'items/import-items', signedIn: true },
  newItem: { path: newItemPath(), file: 'items/add-item', signedIn: true },
  editItem: { path: editItemPath(':id'), file: 'items/edit-item', signedIn: true, often: true },
  finderView: { path: finderViewPath(':id'), file: 'loss/finder-view', signedIn: true },
  loss: { path: lossPath(':id'), file: 'loss/loss', signedIn: true },
  shareItem: { path: shareItemPath(':id'), file: 'sharing/share-item', signedIn: true },
  handOverItem: { path: handOverItemPath(':id'), file: 'sharing/hand-over', signedIn: true },
  sharedItem: { path: sharedItemPath(':id'), file: 'sharing/shared-item', signedIn: true },
  inbox: { path: inboxPath(), file: 'inbox/inbox', signedIn: true, often: true },
  thread: { path: threadPath(':conversationId'), file: 'inbox/thread', signedIn: true, often: true, within: 'inbox' },
  profile: { path: profilePath(), file: 'profile/profile', signedIn: true, often: true },
  orders: { path: ownOrdersPath(), file: 'orders/own-orders', signedIn: true },
  admin: { path: adminPath(), file: 'admin/today', signedIn: true, navigation: 'today.title' },
  adminOrders: { path: adminOrdersPath(), file: 'admin/orders', signedIn: true, navigation: 'admin.shopOrders' },
  adminProducts: {
    path: adminProductsPath(),
    file: 'admin/products',
    signedIn: true,
    navigation: 'admin.shopProducts',
  },
  adminReviews: { path: adminReviewsPath(), file: 'admin/reviews', signedIn: true, navigation: 'admin.shopReviews' },
  adminReports: { path: adminReportsPath(), file: 'admin/reports', signedIn: true, navigation: 'told.title' },
  adminTags: { path: adminTagsPath(), file: 'admin/tags', signedIn: true, navigation: 'admin.tags' },
  adminItems: { path: adminItemsPath(), file: 'admin/items', signedIn: true, navigation: 'itemAdmin.title' },
  adminPeople: { path: adminPeoplePath(), file: 'admin/people', signedIn: true, navigation: 'admin.people' },
  adminShop: { path: adminShopPath(), file: 'admin/shop-settings', signedIn: true, navigation: 'admin.shopSettings' },
  adminPages: { path: adminPagesPath(), file: 'admin/pages', signedIn: true, navigation: 'admin.pages' },
  editPage: { path: editPagePath(':page'), file: 'admin/edit-page', signedIn: true },
  adminBrand: { path: adminBrandPath(), file: 'admin/brand', signedIn: true, navigation: 'admin.brand' },
  adminLanguages: {
    path: adminLanguagesPath(),
    file: 'admin/languages',
    signedIn: true,
    navigation: 'admin.languages',
  },
  adminSite: { path: adminSitePath(), file: 'admin/site', signedIn: true, navigation: 'site.title' },
  adminHealth: { path: adminHealthPath(), file: 'admin/health', signedIn: true, navigation: 'admin.health' },
  adminAudit: { path: adminAuditPath(), file: 'admin/audit', signedIn: true, navigation: 'admin.audit' },
} as const satisfies Record<string, AppPage>;

export type AppPageName = keyof typeof pages;

export const appPages: Record<AppPageName, AppPage & { within?: AppPageName }> = pages;

export const appPageNames = Object.keys(pages) as AppPageName[];

type PageOfNavigation = Extract<(typeof pages)[AppPageName], { navigation: string }>;

export const administrationPages = Object.values(pages).filter(
  (page): page is PageOfNavigation => 'navigation' in page,
);

const patterns = appPageNames.map((name) => {
  const path = appPages[name].path.replaceAll(/:\w+/g, '[^/]+');
  return { name, pattern: new RegExp(`^${path}$`) };
});

/** All of a query but what a page of administration shows, where its path leads to a list. */
const ofList = /[?&](?!(?:batch|conversation|item|order|person|product|tag)=)[^&]*/g;

/** One page of the app: what scrolls to the top and moves the focus when it changes. A filter, search or page of a list changes nothing of it. */
export const pageOf = (pathname: string, search: string) => pathname + search.replace(ofList, '');

export function findAppPage(path: string): AppPageName | undefined {
  return patterns.find(({ pattern }) => pattern.test(path))?.name;
}

export function isAppPath(path: string): boolean {
  return findAppPage(path) !== undefined;
}
