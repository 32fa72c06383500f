import type { PlainKey, Words } from '../../language/words.ts';
import { type AppPageName, appPages } from '../../paths/app-pages.ts';
import type { Brand } from '../../ui/brand.ts';
import type { PageMetadata } from '../document/page.ts';

const titles = {
  signIn: 'signIn.title',
  signUp: 'signUp.title',
  emailVerification: 'confirm.title',
  reset: 'reset.title',
  keepAccount: 'keepAccount.title',
  items: 'frame.myItems',
  print: 'appPage.printTitle',
  newItem: 'appPage.newItemTitle',
  editItem: 'appPage.editItemTitle',
  inbox: 'frame.messages',
  thread: 'frame.messages',
  profile: 'frame.profile',
  admin: 'frame.admin',
} as const satisfies Record<AppPageName, PlainKey>;

/** What the document of each page of the app says before any script runs (C-1.07). */
export function appMetadata(page: AppPageName, t: Words, { productName: product }: Brand): PageMetadata {
  return {
    title: t('appPage.title', { page: t(titles[page]), product }),
    description: t(`appPage.${page}`),
    keywords: t('appPage.keywords'),
    noindex: appPages[page].signedIn,
  };
}
