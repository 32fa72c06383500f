import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import type { Release } from './app/offline/release.ts';
import { appPages } from './site/app-pages.ts';

const client = 'dist/client';

export default defineConfig({
  plugins: [react(), tailwind(), keepServerOutOfBrowser(), listRelease(), listAppPages(), compressFiles()],
  publicDir: 'public',
  builder: {},
  environments: {
    client: {
      build: { outDir: client, manifest: true, emptyOutDir: true, rolldownOptions: { input: 'app/main.tsx' } },
    },
    // The site's script is a build of its own, so that it shares no chunk with the app and stays one small file.
    script: {
      consumer: 'client',
      build: {
        outDir: client,
        manifest: '.vite/script-manifest.json',
        emptyOutDir: false,
        copyPublicDir: false,
        modulePreload: false,
        rolldownOptions: {
          input: 'site/script/main.ts',
          output: { format: 'iife', entryFileNames: 'assets/site-[hash].js' },
        },
      },
    },
    // Its name must stay: browsers ask for it again to find a newer one.
    serviceWorker: {
      consumer: 'client',
      build: {
        outDir: client,
        emptyOutDir: false,
        copyPublicDir: false,
        modulePreload: false,
        rolldownOptions: {
          input: 'app/offline/service-worker.ts',
          output: { format: 'iife', entryFileNames: 'service-worker.js' },
        },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/server',
        ssr: true,
        emptyOutDir: true,
        copyPublicDir: false,
        // A call made only for its exception (decodeURI) must stay: the server is not shaken.
        rolldownOptions: {
          input: { server: 'server.ts', admin: 'commands/admin.ts', demo: 'commands/demo.ts' },
          treeshake: false,
        },
      },
      resolve: { noExternal: [] },
    },
  },
});

/** Refuses modules of the server in what browsers load: only pure schema files cross (docs of the layout: README). */
function keepServerOutOfBrowser(): Plugin {
  return {
    name: 'keep-server-out-of-browser',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    async resolveId(source, importer) {
      if (!importer || source.startsWith('\0')) return null;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      const path = resolved?.id.slice(process.cwd().length + 1) ?? '';
      const pure = /^domain\/.*\/(schema|item-hash|tag-code|categories|ready-answers|clean-text)\.ts$/;
      const server =
        /^(server|functions|domain|site)\//.test(path) && !/^site\/script\//.test(path) && !pure.test(path);
      if (server || source.startsWith('node:')) {
        this.error(`${importer} must not import ${source}: it would reach the browser.`);
      }
      return resolved;
    },
  };
}

/** Writes down what makes up this release of the app: the service worker keeps it. */
function listRelease(): Plugin {
  return {
    name: 'list-release',
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle(_options, bundle) {
      const script = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
      const fonts = (await readdir('public/fonts')).filter((name) => name.endsWith('.woff2'));
      const built = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
      const files = [...built, ...fonts.map((name) => `fonts/${name}`)].map((name) => `/${name}`);
      const release: Release = { entry: `/${script?.fileName}`, files };
      this.emitFile({ type: 'asset', fileName: 'app-release.json', source: JSON.stringify(release) });
    },
  };
}

/** Tells the service worker which pages are the app's own. */
function listAppPages(): Plugin {
  const id = 'virtual:app-pages';
  const pages = Object.keys(appPages).filter((path) => appPages[path]?.signedIn);
  return {
    name: 'list-app-pages',
    applyToEnvironment: (environment) => environment.name === 'serviceWorker',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: (loaded) => (loaded === `\0${id}` ? `export const signedInPages = ${JSON.stringify(pages)};` : null),
  };
}

/** Compresses text files once, at build time, as well as it goes. */
function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    async writeBundle() {
      const names = await readdir(client, { recursive: true });
      for (const name of names) {
        // What an earlier build of the same run made is compressed already.
        if (!/\.(js|css|svg|webmanifest)$/.test(name) || names.includes(`${name}.br`)) continue;
        const path = join(client, name);
        const bytes = await readFile(path);
        await writeFile(`${path}.br`, brotliCompressSync(bytes));
        await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
