import { pages } from 'virtual:app-pages';
import type { RouteObject } from 'react-router';
import { type AppPage, appPageNames, appPages } from '../../paths/app-pages.ts';
import { openItemPath } from '../../paths/paths.ts';
import { RequireSignedIn } from '../session/require-signed-in.tsx';
import { withLateWords } from './late-page.tsx';
import { loadPage } from './load-page.ts';
import { PageOrError } from './page-or-error.tsx';
import { Shell } from './shell.tsx';
import { UnknownPath } from './unknown-path.tsx';

export const routes: RouteObject[] = [
  {
    Component: Shell,
    children: [
      {
        Component: PageOrError,
        children: [
          ...routesOf(({ only }) => !only),
          {
            path: openItemPath(':id'),
            lazy: loadPage(async () => (await import('../items/open-item.tsx')).OpenItem),
          },
          {
            Component: RequireSignedIn,
            children: [
              ...routesOf(({ only, within }) => only === 'signed-in' && !within),
              {
                lazy: loadPage(() => withLateWords(async () => (await import('../admin/admin-only.tsx')).AdminOnly)),
                children: routesOf(({ only }) => only === 'admin'),
              },
            ],
          },
          { path: '*', Component: UnknownPath },
        ],
      },
    ],
  },
];

function routesOf(areOf: (page: AppPage) => boolean): RouteObject[] {
  const names = appPageNames.filter((name) => areOf(appPages[name]));
  return names.map((name) => ({
    path: appPages[name].path,
    lazy: loadPage(() => (appPages[name].often ? pages[name]() : withLateWords(pages[name]))),
    children: routesOf(({ within }) => within === name),
  }));
}
