import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** The part of S3 that a file store asks for, in memory. */
export async function startS3(): Promise<{ url: string; objects: Map<string, Buffer> }> {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response): Promise<unknown> => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3');
    const key = decodeURIComponent(pathname.replace(/^\/handback\/?/, ''));
    if (!request.headers.authorization?.includes('Credential=the-key/')) return response.writeHead(403).end();
    const body = await buffer(request);
    const source = request.headers['x-amz-copy-source'];
    if (request.method === 'PUT') {
      const from = decodeURIComponent(String(source ?? '')).replace(/^\/?handback\//, '');
      objects.set(key, source ? (objects.get(from) ?? Buffer.alloc(0)) : body);
      return response.end(source ? '<CopyObjectResult><ETag>"x"</ETag></CopyObjectResult>' : '');
    }
    if (request.method === 'POST') {
      for (const [, gone = ''] of body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)) objects.delete(gone);
      return response.end('<DeleteResult/>');
    }
    if (key === '') return response.end(list(objects, searchParams.get('prefix') ?? '', searchParams.get('delimiter')));
    const object = objects.get(key);
    if (!object) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Length': object.length, 'Last-Modified': new Date().toUTCString() });
    return response.end(request.method === 'HEAD' ? undefined : object);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://the-key:the%2Fsecret@localhost:${port}/handback?region=eu-central-1`, objects };
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
