import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Answer } from './dispatcher.ts';
import { chooseEncoding, type Encoding } from './encoding.ts';
import { etagOf, matchesEtag, workerPolicy } from './headers.ts';

const types: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

const endings: Record<Encoding, string> = { br: '.br', gzip: '.gz', plain: '' };

type File = { bytes: Buffer; headers: Record<string, string> };

/** Serves whole files from memory, about two megabytes, without ranges (RFC 9110, 14.2): no thread or open file is needed. */
export function serveFiles(folder: string): Answer {
  const files = readFiles(folder);
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const path = request.url?.split('?', 1)[0] ?? '';
    const file = files.get(path + endings[chooseEncoding(request.headers['accept-encoding'])]) ?? files.get(path);
    if (!file) return false;
    const known = matchesEtag(file.headers.ETag ?? '', request.headers['if-none-match']);
    response
      .writeHead(known ? 304 : 200, file.headers)
      .end(known || request.method === 'HEAD' ? undefined : file.bytes);
    return true;
  };
}

function readFiles(folder: string): Map<string, File> {
  const files = new Map<string, File>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const url = path.slice(join(folder, '/').length - 1);
    // Hidden folders belong to the build.
    if (!entry.isFile() || url.includes('/.')) continue;
    const encoding = url.endsWith('.br') ? 'br' : url.endsWith('.gz') ? 'gzip' : 'plain';
    const type = types[extname(url.slice(0, url.length - endings[encoding].length))];
    if (!type) throw new Error(`${path} is of no kind that server/http/files.ts knows.`);
    const bytes = readFileSync(path);
    files.set(url, { bytes, headers: headersOf(url, type, encoding, bytes) });
  }
  return files;
}

function headersOf(url: string, type: string, encoding: Encoding, bytes: Buffer): Record<string, string> {
  const immutable = url.startsWith('/assets/') || url.startsWith('/fonts/');
  return {
    'Content-Type': type,
    'Content-Length': String(bytes.length),
    'Cache-Control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    Vary: 'Accept-Encoding',
    ETag: etagOf(bytes, encoding),
    ...(url.startsWith('/service-worker.js') && { 'Content-Security-Policy': workerPolicy }),
    ...(encoding !== 'plain' && { 'Content-Encoding': encoding }),
  };
}
