import { readdirSync } from 'node:fs';
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { serveFiles } from './files.ts';

const script = 'const word = "handback";\n'.repeat(40_000);

test('a file comes compressed when there is such a one, and not again to who has it', async () => {
  const url = await serveScript();
  const ask = (headers = {}) => fetch(`${url}/assets/app.js`, { headers });
  for (const encoding of ['br', 'identity']) {
    const answer = await ask({ 'accept-encoding': encoding });
    expect(answer.headers.get('content-encoding')).toBe(encoding === 'br' ? 'br' : null);
    expect(answer.headers.get('content-type')).toBe('text/javascript');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await answer.text()).toBe(script);
    const known = { 'accept-encoding': encoding, 'if-none-match': answer.headers.get('etag') ?? '' };
    expect((await ask(known)).status).toBe(304);
  }
  const head = await fetch(`${url}/assets/app.js`, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
  expect([head.headers.get('content-length'), await head.text()]).toEqual([String(script.length), '']);
  for (const path of ['/assets/', '/assets/app.js/', '/assets/missing.js', '/.vite/manifest.json', '/../app.js'])
    expect([path, (await fetch(url + path)).status]).toEqual([path, 404]);
});

test('who goes away in the middle of a file leaves nothing open', async () => {
  const { port } = new URL(await serveScript());
  const openFiles = () => readdirSync('/proc/self/fd').length;
  const leave = () =>
    new Promise((resolve) => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write('GET /assets/app.js HTTP/1.1\r\nHost: localhost\r\n\r\n');
      socket.once('data', () => socket.destroy()).on('close', resolve);
    });
  const before = openFiles();
  for (let times = 0; times < 50; times += 1) await leave();
  await expect.poll(openFiles).toBeLessThan(before + 25);
});

async function serveScript(): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'handback-files-'));
  for (const name of ['assets', '.vite']) await mkdir(join(folder.path, name));
  await writeFile(join(folder.path, 'assets/app.js'), script);
  await writeFile(join(folder.path, 'assets/app.js.br'), brotliCompressSync(script));
  await writeFile(join(folder.path, '.vite/manifest.json'), '{}');
  const answer = serveFiles(folder.path);
  const server = createServer((request, response) => {
    if (!answer(request, response)) response.writeHead(404).end();
  }).listen(0);
  onTestFinished(() => void server.close());
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}
