import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { bodyInTime } from '../../server/http/read-body.ts';

export const multipartType = 'multipart/form-data';

export function isMultipart(request: Request): boolean {
  return request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() === multipartType;
}

/** The content of the first file of a form, as it arrives. @throws when the form is damaged or cut off */
export async function* fileOfForm(request: Request): AsyncGenerator<Uint8Array> {
  const content = new PassThrough();
  const parser = new Busboy({
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    limits: { files: 1, fields: 5, parts: 6, headerPairs: 20, fieldSize: 1_000 },
  });
  parser.on('file', (_field, file) => {
    file.on('error', (error: Error) => content.destroy(error));
    file.pipe(content);
  });
  const parsing = pipeline(Readable.from(bodyInTime(request, 'file')), parser).then(
    () => content.end(),
    (error: Error) => content.destroy(error),
  );
  try {
    yield* content;
  } finally {
    parser.destroy();
    await parsing;
  }
}
