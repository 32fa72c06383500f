import { once } from 'node:events';
import { mkdtempDisposable, readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** The baseline, built for production and served compressed as well as it goes, every file from memory. */
export async function startBaseline(): Promise<AsyncDisposable & { origin: string }> {
  const files = await buildBaseline();
  const server = createServer((request, response) => {
    const isPage = request.url?.startsWith('/item/');
    const file = files.get(isPage ? '/index.html' : (request.url ?? ''));
    if (!file) response.writeHead(404).end();
    else response.writeHead(200, file.headers).end(file.body);
  }).listen(0);
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

type File = { headers: Record<string, string | number>; body: Buffer };

async function buildBaseline(): Promise<Map<string, File>> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'handback-baseline-'));
  const outDir = folder.path;
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'baseline'),
    plugins: [react(), tailwind()],
    build: { outDir, emptyOutDir: true, modulePreload: false, chunkSizeWarningLimit: 2_000 },
    logLevel: 'warn',
  });
  const files = new Map<string, File>();
  for (const entry of await readdir(outDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const body = brotliCompressSync(await readFile(path));
    const type = types[extname(path)] ?? 'application/octet-stream';
    const headers = { 'Content-Type': type, 'Content-Encoding': 'br', 'Content-Length': body.length };
    files.set(path.slice(outDir.length), { headers, body });
  }
  return files;
}
