import type { Brand } from '../../ui/brand.ts';
import type { PageMetadata } from '../document/page.ts';

type AppPage = {
  /** Only with a session; others are sent to /signin (C-2.02, C-2.03). */
  signedIn: boolean;
  title: string;
  description: string;
};

/** Every URL of the app and what its document says before any script runs (C-1.07). */
export const appPages: Record<string, AppPage> = {
  '/signin': {
    signedIn: false,
    title: 'Sign in',
    description: 'Sign in to see your items and the messages of those who found something of yours.',
  },
  '/signup': {
    signedIn: false,
    title: 'Sign up',
    description: 'Make an account, print your first tag at home, and hear from whoever finds what you lose.',
  },
  '/auth/emailverification': {
    signedIn: false,
    title: 'Confirm your address',
    description: 'The last step of signing up: confirm that this e-mail address is yours.',
  },
  '/auth/reset': {
    signedIn: false,
    title: 'Set a new password',
    description: 'Forgot your password? Have a link sent to you and set a new one.',
  },
  '/auth/keep-account': {
    signedIn: false,
    title: 'Keep your account',
    description: 'Undo the deletion of your account.',
  },
  '/items': { signedIn: true, title: 'My Items', description: 'Your belongings and their tags.' },
  '/items/new': { signedIn: true, title: 'Add a tag', description: 'Put an item on your list and print its tag.' },
  '/items/:id/edit': { signedIn: true, title: 'Edit item', description: 'Change what a finder reads about your item.' },
  '/inbox': { signedIn: true, title: 'Messages', description: 'Your conversations with finders.' },
  '/inbox/:conversationId': { signedIn: true, title: 'Messages', description: 'A conversation with a finder.' },
  '/profile': {
    signedIn: true,
    title: 'Profile',
    description: 'Your name, your address, your password and your data.',
  },
  '/admin': { signedIn: true, title: 'Admin', description: 'For those who run this site.' },
};

export function appMetadata(page: AppPage, brand: Brand): PageMetadata {
  return {
    title: `${page.title} · ${brand.productName}`,
    description: page.description,
    keywords: 'lost and found, QR tags, return lost items',
    noindex: page.signedIn,
  };
}
