import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

type S3 = {
  url: string;
  objects: Map<string, Buffer>;
  /** Objects for which there is room. */
  room?: number;
  /** `cut`: objects end in the middle; `garbage`: another page comes instead; `cut-upload`: what is put breaks off; `no-answer`: it is there, but nobody says so. */
  trouble?: 'silent' | 'error' | 'refuses' | 'cut' | 'garbage' | 'cut-upload' | 'no-answer';
};

/** The part of S3 that a file store asks for, in memory. */
export async function startS3(): Promise<S3> {
  const objects = new Map<string, Buffer>();
  const s3: S3 = { url: '', objects };
  const server = createServer(async (request, response): Promise<unknown> => {
    if (s3.trouble === 'silent') return undefined;
    if (s3.trouble === 'error') return response.writeHead(500).end();
    if (s3.trouble === 'refuses') return response.writeHead(403).end();
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3');
    const key = decodeURIComponent(pathname.replace(/^\/handback\/?/, ''));
    if (!request.headers.authorization?.includes('Credential=the-key/')) return response.writeHead(403).end();
    if (s3.trouble === 'cut-upload' && request.method === 'PUT') return request.once('data', () => request.destroy());
    const body = await buffer(request);
    const source = request.headers['x-amz-copy-source'];
    if (request.method === 'PUT') {
      if (objects.size >= (s3.room ?? Infinity)) return response.writeHead(403).end();
      const from = decodeURIComponent(String(source ?? '')).replace(/^\/?handback\//, '');
      objects.set(key, source ? (objects.get(from) ?? Buffer.alloc(0)) : body);
      if (s3.trouble === 'no-answer') return response.destroy();
      return response.end(source ? '<CopyObjectResult><ETag>"x"</ETag></CopyObjectResult>' : '');
    }
    if (request.method === 'POST') {
      for (const [, gone = ''] of body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)) objects.delete(gone);
      return response.end('<DeleteResult/>');
    }
    if (key === '') return response.end(list(objects, searchParams.get('prefix') ?? '', searchParams.get('delimiter')));
    const object = objects.get(key);
    if (!object) return response.writeHead(404).end();
    if (s3.trouble === 'garbage') return response.writeHead(200).end('<!doctype html>Sign in to this network.');
    response.writeHead(200, { 'Content-Length': object.length, 'Last-Modified': new Date().toUTCString() });
    if (s3.trouble === 'cut' && request.method === 'GET')
      return response.write(object.subarray(0, object.length / 2), () => response.destroy());
    return response.end(request.method === 'HEAD' ? undefined : object);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  s3.url = `http://the-key:the%2Fsecret@localhost:${port}/handback?region=eu-central-1`;
  return s3;
}

function list(objects: Map<string, Buffer>, prefix: string, delimiter: string | null): string {
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix));
  const isBelow = (key: string) =>
    delimiter !== null && delimiter !== '' && key.slice(prefix.length).includes(delimiter);
  const folders = new Set(keys.filter(isBelow).map((key) => `${prefix}${key.slice(prefix.length).split('/')[0]}/`));
  const contents = keys.filter((key) => !isBelow(key));
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents
    .map((key) => `<Contents><Key>${key}</Key><LastModified>${new Date().toISOString()}</LastModified></Contents>`)
    .join(
      '',
    )}${[...folders].map((folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`).join('')}</ListBucketResult>`;
}
