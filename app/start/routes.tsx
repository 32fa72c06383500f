import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { type AppPageName, appPageNames, appPages } from '../../paths/app-pages.ts';
import { openItemPath } from '../../paths/paths.ts';
import { RequireSignedIn } from '../session/require-signed-in.tsx';
import { withLateWords } from './late-page.tsx';
import { loadPage } from './load-page.ts';
import { PageOrError } from './page-or-error.tsx';
import { Shell } from './shell.tsx';
import { UnknownPath } from './unknown-path.tsx';

const pages: Record<AppPageName, () => Promise<ComponentType>> = {
  signIn: async () => (await import('../sign-in/sign-in.tsx')).SignIn,
  signUp: async () => (await import('../sign-in/sign-up.tsx')).SignUp,
  emailVerification: async () => (await import('../sign-in/email-verification.tsx')).EmailVerification,
  reset: async () => (await import('../sign-in/reset.tsx')).Reset,
  keepAccount: async () => (await import('../sign-in/keep-account.tsx')).KeepAccount,
  items: async () => (await import('../items/my-items.tsx')).MyItems,
  print: () => withLateWords(async () => (await import('../print/print.tsx')).Print),
  labelTemplates: () => withLateWords(async () => (await import('../print/label-templates.tsx')).LabelTemplates),
  blankTags: () => withLateWords(async () => (await import('../tags/blank-tags.tsx')).BlankTags),
  activate: () => withLateWords(async () => (await import('../tags/activate.tsx')).Activate),
  invitation: () => withLateWords(async () => (await import('../sharing/invitation.tsx')).Invitation),
  handOverItem: () => withLateWords(async () => (await import('../sharing/hand-over.tsx')).HandOver),
  shareItem: () => withLateWords(async () => (await import('../sharing/share-item.tsx')).ShareItem),
  sharedItem: () => withLateWords(async () => (await import('../sharing/shared-item.tsx')).SharedItem),
  importItems: () => withLateWords(async () => (await import('../items/import-items.tsx')).ImportItems),
  newItem: () => withLateWords(async () => (await import('../items/add-item.tsx')).AddItem),
  editItem: async () => (await import('../items/edit-item.tsx')).EditItem,
  finderView: () => withLateWords(async () => (await import('../loss/finder-view.tsx')).FinderView),
  loss: () => withLateWords(async () => (await import('../loss/loss.tsx')).Loss),
  inbox: async () => (await import('../inbox/inbox.tsx')).Inbox,
  thread: async () => (await import('../inbox/thread.tsx')).Thread,
  profile: async () => (await import('../profile/profile.tsx')).Profile,
  orders: () => withLateWords(async () => (await import('../orders/own-orders.tsx')).OwnOrders),
  admin: () => withLateWords(async () => (await import('../admin/today.tsx')).AdminToday),
  adminSite: () => withLateWords(async () => (await import('../admin/site.tsx')).AdminSite),
  adminReports: () => withLateWords(async () => (await import('../admin/reports.tsx')).AdminReports),
  adminShop: () => withLateWords(async () => (await import('../admin/shop-settings.tsx')).AdminShop),
  adminProducts: () => withLateWords(async () => (await import('../admin/products.tsx')).AdminProducts),
  adminBrand: () => withLateWords(async () => (await import('../admin/brand.tsx')).AdminBrand),
  adminLanguages: () => withLateWords(async () => (await import('../admin/languages.tsx')).AdminLanguages),
  adminPages: () => withLateWords(async () => (await import('../admin/pages.tsx')).AdminPages),
  editPage: () => withLateWords(async () => (await import('../admin/edit-page.tsx')).EditPage),
  adminOrders: () => withLateWords(async () => (await import('../admin/orders.tsx')).AdminOrders),
  adminReviews: () => withLateWords(async () => (await import('../admin/reviews.tsx')).AdminReviews),
  adminItems: () => withLateWords(async () => (await import('../admin/items.tsx')).AdminItems),
  adminPeople: () => withLateWords(async () => (await import('../admin/people.tsx')).AdminPeople),
  adminTags: () => withLateWords(async () => (await import('../admin/tags.tsx')).AdminTags),
  adminHealth: () => withLateWords(async () => (await import('../admin/health.tsx')).AdminHealth),
  adminAudit: () => withLateWords(async () => (await import('../admin/audit.tsx')).AdminAudit),
};

export const routes: RouteObject[] = [
  {
    Component: Shell,
    children: [
      {
        Component: PageOrError,
        children: [
          ...routesOf({ signedIn: false }),
          {
            path: openItemPath(':id'),
            lazy: loadPage(async () => (await import('../items/open-item.tsx')).OpenItem),
          },
          { Component: RequireSignedIn, children: routesOf({ signedIn: true }) },
          { path: '*', Component: UnknownPath },
        ],
      },
    ],
  },
];

function routesOf({ signedIn }: { signedIn: boolean }): RouteObject[] {
  const names = appPageNames.filter((name) => appPages[name].signedIn === signedIn && name !== 'thread');
  return names.map((name) => ({
    path: appPages[name].path,
    lazy: loadPage(pages[name]),
    ...(name === 'inbox' && { children: [{ path: appPages.thread.path, lazy: loadPage(pages.thread) }] }),
  }));
}
