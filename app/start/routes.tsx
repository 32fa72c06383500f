import type { RouteObject } from 'react-router';
import { LoadingScreen } from '../../ui/system-screen.tsx';
import { RequireSignedIn } from '../session/require-signed-in.tsx';
import { loadPage } from './load-page.ts';
import { Outside } from './outside.tsx';
import { PageError } from './page-error.tsx';
import { AppError, Shell } from './shell.tsx';

/** Every page behind signing in, and signing in itself; the public pages are the site's. */
export const routes: RouteObject[] = [
  {
    Component: Shell,
    ErrorBoundary: AppError,
    HydrateFallback: LoadingScreen,
    children: [
      {
        ErrorBoundary: PageError,
        children: [
          { path: '/signin', lazy: loadPage(async () => (await import('../sign-in/sign-in.tsx')).SignIn) },
          { path: '/signup', lazy: loadPage(async () => (await import('../sign-in/sign-up.tsx')).SignUp) },
          {
            path: '/auth/emailverification',
            lazy: loadPage(async () => (await import('../sign-in/email-verification.tsx')).EmailVerification),
          },
          { path: '/auth/reset', lazy: loadPage(async () => (await import('../sign-in/reset.tsx')).Reset) },
          {
            path: '/auth/keep-account',
            lazy: loadPage(async () => (await import('../sign-in/keep-account.tsx')).KeepAccount),
          },
          { path: '/items/:id', lazy: loadPage(async () => (await import('../items/open-item.tsx')).OpenItem) },
          {
            Component: RequireSignedIn,
            children: [
              { path: '/items', lazy: loadPage(async () => (await import('../items/my-items.tsx')).MyItems) },
              { path: '/items/new', lazy: loadPage(async () => (await import('../items/add-item.tsx')).AddItem) },
              {
                path: '/items/:id/edit',
                lazy: loadPage(async () => (await import('../items/edit-item.tsx')).EditItem),
              },
              {
                path: '/inbox',
                lazy: loadPage(async () => (await import('../inbox/inbox.tsx')).Inbox),
                children: [
                  {
                    path: ':conversationId',
                    lazy: loadPage(async () => (await import('../inbox/thread.tsx')).Thread),
                  },
                ],
              },
              { path: '/profile', lazy: loadPage(async () => (await import('../profile/profile.tsx')).Profile) },
              { path: '/admin', lazy: loadPage(async () => (await import('../admin/admin.tsx')).Admin) },
            ],
          },
          { path: '*', Component: Outside },
        ],
      },
    ],
  },
];
