import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions, type ManifestChunk, type Plugin } from 'vite';
import type { AppRelease } from './app/core/offline/release.ts';
import { compileMessages } from './language/compile-messages.ts';
import { appPageNames, appPages } from './paths/app-pages.ts';

const client = 'dist/client';
/** Everything lies below this folder, whose own name says nothing of a module. */
const root = `${import.meta.dirname}/`;
const ours = (start: string) => new RegExp(`^${RegExp.escape(root)}(${start})`);
const ofManyPages = ours('app/widgets/|browser/|app/core/(data|files)/|.*typed-codes|ui/');
/** The oldest that the README names. */
const target = ['chrome111', 'edge111', 'firefox115', 'safari16.0', 'ios16.0'];
/** Features.LightDark of lightningcss. */
const lightDark = 1 << 20;

export default defineConfig({
  plugins: [
    react(),
    tailwind(),
    compileMessages(),
    keepServerOutOfBrowser(),
    listRelease(),
    writeModules(),
    compressFiles(),
  ],
  // No style of ours says light-dark(): what replaces it in older browsers is bytes for nothing.
  css: { lightningcss: { exclude: lightDark } },
  publicDir: 'public',
  builder: {},
  // On a slow machine it would tell at the first start which plugins took how long.
  build: { rolldownOptions: { checks: { bundlerTimings: false } } },
  environments: {
    client: {
      build: {
        target,
        outDir: client,
        manifest: true,
        emptyOutDir: true,
        // The document names the scripts of its page, and the service worker fetches all.
        modulePreload: { polyfill: false, resolveDependencies: () => [] },
        rolldownOptions: {
          input: 'app/start/main.tsx',
          output: {
            chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
            // A group takes with its modules whatever they import. Each file costs a slow phone a round trip, each byte that a page needs not costs, too.
            codeSplitting: {
              groups: [
                { name: 'first', tags: ['$initial'], priority: 2 },
                { name: 'schemas', test: /node_modules\/zod\/|no-eval/, priority: 1 },
                { name: 'every', test: ours('app/|ui/|browser/'), minShareCount: 40, priority: 1 },
                { name: 'entry', test: ours('app/core/session/|app/widgets/entry-card'), priority: 0.95 },
                { name: 'signed-in', test: ours('app/start/follow-session'), priority: 0.9 },
                { name: 'many', test: ofManyPages, minShareCount: 9, priority: 0.8 },
                { name: 'outbox', test: ours('app/core/outbox/'), minShareCount: 10, priority: 0.7 },
                { name: 'administration', test: ours('app/features/admin/'), minShareCount: 5, priority: 0.6 },
              ],
            },
          },
        },
      },
    },
    site: smallScript('site', 'site/script/main.ts'),
    start: smallScript('start', 'app/start/watch-start.ts'),
    product: smallScript('product', 'site/script/product.ts'),
    conversation: smallScript('conversation', 'site/script/conversation.ts'),
    // Their names must stay: browsers ask for them again to find newer ones.
    serviceWorker: smallScript('service-worker', 'app/core/offline/service-worker.ts', 'service-worker.js'),
    finderWorker: smallScript('finder-worker', 'site/script/finder-worker.ts', 'finder-worker.js'),
    proofWorker: smallScript('proof-worker', 'site/script/proof-worker.ts', 'proof-worker.js'),
    ssr: {
      build: {
        outDir: 'dist/server',
        ssr: true,
        emptyOutDir: true,
        copyPublicDir: false,
        // The server runs as it was written: a bundler takes a call made for its exception (decodeURI) for dead code.
        rolldownOptions: {
          input: {
            server: 'server.ts',
            admin: 'commands/admin.ts',
            demo: 'commands/demo.ts',
            backup: 'commands/backup.ts',
            restore: 'commands/restore.ts',
            'move-database': 'commands/move-database.ts',
            'backup-process': 'server/backup/backup-process.ts',
            'compression-worker': 'server/http/compression-worker.ts',
            'png-process': 'domain/print/png-process.ts',
          },
          treeshake: false,
          // All in one folder: whoever starts the worker finds it beside itself.
          output: { minify: false, chunkFileNames: '[name]-[hash].js' },
        },
      },
      // Those of many small files: a start that reads 700 files less takes less processor time.
      resolve: { noExternal: [/^(@better-auth|@zip\.js|better-auth|better-call|hono|jose|kysely|zod)(\/|$)/] },
    },
  },
});

/** A script that is a build of its own, so that it shares no chunk with the app and stays one small file. */
function smallScript(name: string, input: string, fileName = `assets/${name}-[hash].js`): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      target,
      outDir: client,
      manifest: `.vite/${name}-manifest.json`,
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: { input, output: { format: 'iife', entryFileNames: fileName } },
    },
  };
}

/** What browsers may load; biome.json has the same rule for each of these folders of ours. */
const browserFolders =
  /^(node_modules\/|app\/|browser\/|paths\/|ui\/|site\/script\/|domain\/[^/]+\/contract\/|language\/(create-translations|names|remembered)\.ts|messages\/)/;

/** Refuses in what browsers load every module of ours that is not made for them. */
export function keepServerOutOfBrowser(): Plugin {
  return {
    name: 'keep-server-out-of-browser',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    async resolveId(source, importer) {
      if (!importer || source.startsWith('\0')) return null;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      const id = resolved?.id ?? '';
      const path = id.startsWith(root) ? id.slice(root.length) : undefined;
      if (source.startsWith('node:') || (path !== undefined && !browserFolders.test(path))) {
        this.error(`${importer} must not import ${source}: it would reach the browser.`);
      }
      return resolved;
    },
  };
}

/** Writes down what makes up this release of the app: the service worker, which is built last, keeps it. */
function listRelease(): Plugin {
  return {
    name: 'list-release',
    applyToEnvironment: (environment) => environment.name === 'serviceWorker',
    async generateBundle() {
      const [app, start] = [await readManifest('manifest'), await readManifest('start-manifest')];
      const textsOf = (part: string) => {
        const languageOf = (src = '') => new RegExp(`^messages/(.+)\\.json\\?${part}-texts`).exec(src)?.[1];
        const files = app.map(({ src, file }) => [languageOf(src), `/${file}`]);
        return Object.fromEntries(files.filter(([language]) => language));
      };
      const chunks = [...app, ...start].filter(({ src = '' }) => !src.startsWith('messages/'));
      const built = chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]);
      const fonts = (await readdir('public/fonts')).filter((name) => name.endsWith('.woff2'));
      const files = [...new Set(built), ...fonts.map((name) => `fonts/${name}`)].map((name) => `/${name}`);
      const texts = { texts: textsOf('app'), lateTexts: textsOf('late'), adminTexts: textsOf('admin') };
      const release: AppRelease = { entry: `/${app.find(({ isEntry }) => isEntry)?.file}`, files, ...texts };
      this.emitFile({ type: 'asset', fileName: 'app-release.json', source: JSON.stringify(release) });
    },
  };
}

async function readManifest(name: string): Promise<ManifestChunk[]> {
  return Object.values(JSON.parse(await readFile(join(client, `.vite/${name}.json`), 'utf8')));
}

/** Modules that the build writes (app/start/built-modules.d.ts). */
function writeModules(): Plugin {
  const modules: Record<string, () => Promise<string>> = {
    'virtual:data-format': async () => {
      const format = createHash('sha256')
        .update(await readFile('docs/api.md'))
        .digest('base64url')
        .slice(0, 8);
      return `export const dataFormat = '${format}';`;
    },
    'virtual:app-pages': async () => {
      const pages = appPageNames.map(async (name) => {
        const path = resolve(`app/features/${appPages[name].file}.tsx`);
        const [, component] = /^export function (\w+)/m.exec(await readFile(path, 'utf8')) ?? [];
        if (!component) throw new Error(`${path} exports no function that is a page.`);
        return `${name}: () => import(${JSON.stringify(path)}).then((file) => file.${component})`;
      });
      return `export const pages = { ${(await Promise.all(pages)).join(', ')} };`;
    },
  };
  return {
    name: 'write-modules',
    resolveId: (source) => (source in modules ? `\0${source}` : null),
    load: (id) => modules[id.slice(1)]?.() ?? null,
    transform: {
      filter: { id: new RegExp(`^${RegExp.escape(root)}paths/app-pages\\.ts$`) },
      // Only the build asks for the files of pages.
      handler(code) {
        return this.environment.name === 'client' ? code.replaceAll(/\bfile: ["'][^"']+["'],?/g, '') : null;
      },
    },
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
