import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Addresses of the built files that pages refer to. */
export type Assets = {
  siteScript: string;
  app: { script: string; styles: string[]; preload: string[] };
};

type ViteManifest = Record<string, { file: string; css?: string[]; imports?: string[] }>;

/** Reads the addresses from the manifests of the build. @throws when the build is missing or incomplete */
export async function readAssets(clientDir: string): Promise<Assets> {
  const app = await readManifest(join(clientDir, '.vite/manifest.json'));
  const script = await readManifest(join(clientDir, '.vite/script-manifest.json'));
  const entry = app['app/main.tsx'];
  const siteScript = script['site/script/main.ts'];
  if (!entry || !siteScript) throw new Error(`The build in ${clientDir} is incomplete: run npm start again.`);
  return {
    siteScript: `/${siteScript.file}`,
    app: {
      script: `/${entry.file}`,
      styles: (entry.css ?? []).map((file) => `/${file}`),
      preload: (entry.imports ?? []).map((name) => `/${app[name]?.file}`),
    },
  };
}

async function readManifest(path: string): Promise<ViteManifest> {
  return JSON.parse(await readFile(path, 'utf8')) as ViteManifest;
}
