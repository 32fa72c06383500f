import { type AppPageName, appPages } from '../../paths/app-pages.ts';
import type { Brand } from '../../ui/brand.ts';
import type { PageMetadata } from '../document/page.ts';

/** What the document of each page of the app says before any script runs (C-1.07). */
const words: Record<AppPageName, { title: string; description: string }> = {
  signIn: {
    title: 'Sign in',
    description: 'Sign in to see your items and the messages of those who found something of yours.',
  },
  signUp: {
    title: 'Sign up',
    description: 'Make an account, print your first tag at home, and hear from whoever finds what you lose.',
  },
  emailVerification: {
    title: 'Confirm your address',
    description: 'The last step of signing up: confirm that this e-mail address is yours.',
  },
  reset: {
    title: 'Set a new password',
    description: 'Forgot your password? Have a link sent to you and set a new one.',
  },
  keepAccount: {
    title: 'Keep your account',
    description: 'Undo the deletion of your account.',
  },
  items: { title: 'My Items', description: 'Your belongings and their tags.' },
  newItem: { title: 'Add a tag', description: 'Put an item on your list and print its tag.' },
  editItem: { title: 'Edit item', description: 'Change what a finder reads about your item.' },
  inbox: { title: 'Messages', description: 'Your conversations with finders.' },
  thread: { title: 'Messages', description: 'A conversation with a finder.' },
  profile: {
    title: 'Profile',
    description: 'Your name, your address, your password and your data.',
  },
  admin: { title: 'Admin', description: 'For those who run this site.' },
};

export function appMetadata(page: AppPageName, brand: Brand): PageMetadata {
  const { title, description } = words[page];
  return {
    title: `${title} · ${brand.productName}`,
    description,
    keywords: 'lost and found, QR tags, return lost items',
    noindex: appPages[page].signedIn,
  };
}
