import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';

const client = 'dist/client';

export default defineConfig({
  plugins: [react(), tailwind(), keepServerOutOfBrowser(), compressFiles()],
  publicDir: 'public',
  builder: {},
  environments: {
    client: {
      build: { outDir: client, manifest: true, emptyOutDir: true, rolldownOptions: { input: 'app/main.tsx' } },
    },
    site: smallScript('site', 'site/script/main.ts'),
    start: smallScript('start', 'app/watch-start.ts'),
    product: smallScript('product', 'site/script/product.ts'),
    ssr: {
      build: {
        outDir: 'dist/server',
        ssr: true,
        emptyOutDir: true,
        copyPublicDir: false,
        // The server runs as it was written: a bundler takes a call made for its exception (decodeURI) for dead code.
        rolldownOptions: {
          input: { server: 'server.ts', admin: 'commands/admin.ts', demo: 'commands/demo.ts' },
          treeshake: false,
          output: { minify: false },
        },
      },
      resolve: { noExternal: [] },
    },
  },
});

/** A script that is a build of its own, so that it shares no chunk with the app and stays one small file. */
function smallScript(name: string, input: string): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      outDir: client,
      manifest: `.vite/${name}-manifest.json`,
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: { input, output: { format: 'iife', entryFileNames: `assets/${name}-[hash].js` } },
    },
  };
}

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
      const pure = /^domain\/.*\/(schema|mail-link|item-hash|tag-code|categories|ready-answers|clean-text)\.ts$/;
      const server =
        /^(server|functions|domain|site)\//.test(path) && !/^site\/script\//.test(path) && !pure.test(path);
      if (server || source.startsWith('node:')) {
        this.error(`${importer} must not import ${source}: it would reach the browser.`);
      }
      return resolved;
    },
  };
}

/** Compresses text files once, at build time, as well as it goes. */
function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    async writeBundle() {
      for (const entry of await readdir(client, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(js|css|svg|webmanifest)$/.test(entry.name)) continue;
        const path = join(entry.parentPath, entry.name);
        const bytes = await readFile(path);
        await writeFile(`${path}.br`, brotliCompressSync(bytes));
        await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
