import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AppPageName, appPageNames, appPages } from '../../paths/app-pages.ts';
import { OperatorError } from '../../server/operator-error.ts';

export type Assets = {
  siteScript: string;
  productScript: string;
  conversationScript: string;
  app: {
    script: string;
    startScript: string;
    styles: string[];
    preload: string[];
    texts: Record<string, string>;
    /** Those that pages need besides which are not opened often. */
    lateTexts: Record<string, string>;
    adminTexts: Record<string, string>;
    pages: Partial<Record<AppPageName, string[]>>;
  };
};

type ViteManifest = Record<string, { file: string; css?: string[]; imports?: string[] }>;

/** Reads the addresses from the manifests of the build. @throws when the build is missing or incomplete */
export async function readAssets(clientDir: string): Promise<Assets> {
  const app = await readManifest(join(clientDir, '.vite/manifest.json'));
  const entry = app['app/start/main.tsx'];
  if (!entry) throw incomplete(clientDir);
  const addressOf = (name: string) => {
    if (!app[name]) throw incomplete(clientDir);
    return `/${app[name].file}`;
  };
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
      adminTexts: readTexts(app, 'admin-texts'),
      preload: (entry.imports ?? []).map(addressOf),
      pages: readPages(app, addressOf),
    },
  };
}

function readPages(app: ViteManifest, addressOf: (name: string) => string): Assets['app']['pages'] {
  const pages = appPageNames.map((page) => {
    const { file, within, only } = appPages[page];
    const around = [...(within ? [appPages[within].file] : []), ...(only === 'admin' ? ['admin/admin-only'] : [])];
    const names = new Set([...around, file].map((name) => `app/features/${name}.tsx`));
    if (only) names.add('app/start/require-signed-in.tsx');
    // A set that grows while it is walked through.
    for (const name of names) for (const imported of app[name]?.imports ?? []) names.add(imported);
    names.delete('app/start/main.tsx');
    return [page, [...names].map(addressOf)];
  });
  return Object.fromEntries(pages);
}

function readTexts(app: ViteManifest, query: 'app-texts' | 'late-texts' | 'admin-texts'): Record<string, string> {
  const found = Object.entries(app).map(([name, { file }]) => {
    const [, language, kind] = /^messages\/(.+)\.json\?(\w+-texts)/.exec(name) ?? [];
    return [kind === query && language, `/${file}`];
  });
  return Object.fromEntries(found.filter(([language]) => language));
}

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
