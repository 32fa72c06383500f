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

type AppPage = {
  /** `:name` stands for one segment. */
  path: string;
  /** Only with a session; others are sent to sign in (C-2.02, C-2.03). */
  signedIn: boolean;
};

export const appPages = {
  signIn: { path: signInPath(), signedIn: false },
  signUp: { path: signUpPath(), signedIn: false },
  emailVerification: { path: emailVerificationPath(), signedIn: false },
  reset: { path: resetPath(), signedIn: false },
  keepAccount: { path: keepAccountPath(), signedIn: false },
  activate: { path: activatePath(), signedIn: false },
  invitation: { path: invitationPath(), signedIn: false },
  items: { path: itemsPath(), signedIn: true },
  print: { path: printPath(), signedIn: true },
  labelTemplates: { path: labelTemplatesPath(), signedIn: true },
  blankTags: { path: blankTagsPath(), signedIn: true },
  importItems: { path: importItemsPath(), signedIn: true },
  newItem: { path: newItemPath(), signedIn: true },
  editItem: { path: editItemPath(':id'), signedIn: true },
  finderView: { path: finderViewPath(':id'), signedIn: true },
  loss: { path: lossPath(':id'), signedIn: true },
  shareItem: { path: shareItemPath(':id'), signedIn: true },
  handOverItem: { path: handOverItemPath(':id'), signedIn: true },
  sharedItem: { path: sharedItemPath(':id'), signedIn: true },
  inbox: { path: inboxPath(), signedIn: true },
  thread: { path: threadPath(':conversationId'), signedIn: true },
  profile: { path: profilePath(), signedIn: true },
  orders: { path: ownOrdersPath(), signedIn: true },
  admin: { path: adminPath(), signedIn: true },
  adminSite: { path: adminSitePath(), signedIn: true },
  adminReports: { path: adminReportsPath(), signedIn: true },
  adminShop: { path: adminShopPath(), signedIn: true },
  adminProducts: { path: adminProductsPath(), signedIn: true },
  adminBrand: { path: adminBrandPath(), signedIn: true },
  adminLanguages: { path: adminLanguagesPath(), signedIn: true },
  adminPages: { path: adminPagesPath(), signedIn: true },
  editPage: { path: editPagePath(':page'), signedIn: true },
  adminOrders: { path: adminOrdersPath(), signedIn: true },
  adminReviews: { path: adminReviewsPath(), signedIn: true },
  adminItems: { path: adminItemsPath(), signedIn: true },
  adminPeople: { path: adminPeoplePath(), signedIn: true },
  adminTags: { path: adminTagsPath(), signedIn: true },
  adminHealth: { path: adminHealthPath(), signedIn: true },
  adminAudit: { path: adminAuditPath(), signedIn: true },
} satisfies Record<string, AppPage>;

export type AppPageName = keyof typeof appPages;

export const appPageNames = Object.keys(appPages) as AppPageName[];

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
