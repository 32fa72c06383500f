import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppPageName } from '../../paths/app-pages.ts';
import { OperatorError } from '../../server/operator-error.ts';

/** Addresses of the built files that pages refer to. */
export type Assets = {
  siteScript: string;
  productScript: string;
  /** Of the private link. */
  conversationScript: string;
  app: {
    script: string;
    startScript: string;
    styles: string[];
    preload: string[];
    texts: Record<string, string>;
    /** Those that pages of `lateTextPages` need besides. */
    lateTexts: Record<string, string>;
    /** What each page needs besides. */
    pages: Partial<Record<AppPageName, string[]>>;
  };
};

/** As app/start/routes.tsx loads them; a thread stands in the inbox. */
const pageModules: Record<AppPageName, string[]> = {
  signIn: ['sign-in/sign-in'],
  signUp: ['sign-in/sign-up'],
  emailVerification: ['sign-in/email-verification'],
  reset: ['sign-in/reset'],
  keepAccount: ['sign-in/keep-account'],
  items: ['items/my-items'],
  print: ['print/print'],
  labelTemplates: ['print/label-templates'],
  blankTags: ['tags/blank-tags'],
  activate: ['tags/activate'],
  invitation: ['sharing/invitation'],
  handOverItem: ['sharing/hand-over'],
  shareItem: ['sharing/share-item'],
  sharedItem: ['sharing/shared-item'],
  importItems: ['items/import-items'],
  newItem: ['items/add-item'],
  editItem: ['items/edit-item'],
  finderView: ['loss/finder-view'],
  loss: ['loss/loss'],
  inbox: ['inbox/inbox'],
  thread: ['inbox/inbox', 'inbox/thread'],
  profile: ['profile/profile'],
  orders: ['orders/own-orders'],
  admin: ['admin/today'],
  adminSite: ['admin/site'],
  adminReports: ['admin/reports'],
  adminShop: ['admin/shop-settings'],
  adminProducts: ['admin/products'],
  adminBrand: ['admin/brand'],
  adminLanguages: ['admin/languages'],
  adminPages: ['admin/pages'],
  editPage: ['admin/edit-page'],
  adminOrders: ['admin/orders'],
  adminReviews: ['admin/reviews'],
  adminHealth: ['admin/health'],
  adminAudit: ['admin/audit'],
  adminTags: ['admin/tags'],
  adminItems: ['admin/items'],
  adminPeople: ['admin/people'],
};

/** As app/start/routes.tsx has them `withLateWords`. */
export const lateTextPages: readonly AppPageName[] = [
  'print',
  'labelTemplates',
  'blankTags',
  'activate',
  'invitation',
  'handOverItem',
  'shareItem',
  'sharedItem',
  'importItems',
  'newItem',
  'finderView',
  'loss',
  'orders',
  'admin',
  'adminSite',
  'adminReports',
  'adminShop',
  'adminProducts',
  'adminOrders',
  'adminBrand',
  'adminLanguages',
  'adminPages',
  'editPage',
  'adminReviews',
  'adminHealth',
  'adminAudit',
  'adminTags',
  'adminItems',
  'adminPeople',
];

type ViteManifest = Record<string, { file: string; css?: string[]; imports?: string[] }>;

/** Reads the addresses from the manifests of the build. @throws when the build is missing or incomplete */
export async function readAssets(clientDir: string): Promise<Assets> {
  const app = await readManifest(join(clientDir, '.vite/manifest.json'));
  const entry = app['app/start/main.tsx'];
  if (!entry) throw incomplete(clientDir);
  return {
    siteScript: await readSmallScript(clientDir, 'site'),
    productScript: await readSmallScript(clientDir, 'product'),
    conversationScript: await readSmallScript(clientDir, 'conversation'),
    app: {
      script: `/${entry.file}`,
      startScript: await readSmallScript(clientDir, 'start'),
      styles: (entry.css ?? []).map((file) => `/${file}`),
      texts: readTexts(app, 'app-texts'),
      lateTexts: readTexts(app, 'late-texts'),
      preload: (entry.imports ?? []).map((name) => `/${app[name]?.file}`),
      pages: readPages(app),
    },
  };
}

function readPages(app: ViteManifest): Assets['app']['pages'] {
  const pages = Object.entries(pageModules).map(([page, modules]) => {
    const names = new Set(modules.map((name) => `app/${name}.tsx`));
    // A set that grows while it is walked through.
    for (const name of names) for (const imported of app[name]?.imports ?? []) names.add(imported);
    names.delete('app/start/main.tsx');
    return [page, [...names].map((name) => `/${app[name]?.file}`)];
  });
  return Object.fromEntries(pages);
}

/** The file of the app's texts in each language. */
function readTexts(app: ViteManifest, query: 'app-texts' | 'late-texts'): Record<string, string> {
  const found = Object.entries(app).map(([name, { file }]) => {
    const [, language, kind] = /^messages\/(.+)\.json\?(\w+-texts)/.exec(name) ?? [];
    return [kind === query && language, `/${file}`];
  });
  return Object.fromEntries(found.filter(([language]) => language));
}

/** The one file of a script that is built apart (vite.config.ts). */
async function readSmallScript(clientDir: string, name: string): Promise<string> {
  const [script] = Object.values(await readManifest(join(clientDir, `.vite/${name}-manifest.json`)));
  if (!script) throw incomplete(clientDir);
  return `/${script.file}`;
}

function incomplete(clientDir: string): OperatorError {
  return new OperatorError(`The build in ${clientDir} is incomplete: run npm start again.`);
}

async function readManifest(path: string): Promise<ViteManifest> {
  return JSON.parse(await readFile(path, 'utf8')) as ViteManifest;
}
