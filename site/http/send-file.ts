import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { Refusal, refusalInWords } from '../../functions/define.ts';
import type { Translations } from '../../language/create-translations.ts';
import { translationsIn } from '../../language/languages.ts';
import { refusalStatuses } from '../../paths/api.ts';
import { adminPath } from '../../paths/paths.ts';
import { matchesEtag } from '../../server/http/headers.ts';
import { callFor, readVisitor, type SiteContext } from './visitor.ts';

/** The HTTP status of a page that shows why a form was refused: 422 for what must be corrected (the protocol of calls says 400). */
export function statusOf({ status }: Refusal): number {
  return status === 'invalid-argument' ? 422 : refusalStatuses[status];
}

export function errorsOf(refusal: Refusal | undefined, t: Translations): Record<string, string> | undefined {
  const said = refusal && refusalInWords(refusal, t);
  return said && (said.details?.fields ?? { form: said.message });
}

/** Where trying again later helps, the answer says when. */
export function sayWhenToRetry(c: Context, { details }: Refusal): void {
  if (details?.retryAfter) c.header('Retry-After', String(details.retryAfter));
}

/** A browser that takes nothing for this long is held to be gone. */
const stallMs = 30_000;

/** Passes a file on as the browser takes it. What breaks off, breaks the connection: a file that is not whole does not look whole. */
export function streamToBrowser(
  file: ReadableStream<Uint8Array> | Readable,
  what: string,
  c: SiteContext,
): ReadableStream<Uint8Array> {
  const { log } = c.var.site.services;
  const { outgoing } = c.env;
  // What is ready waits here until the browser takes it: the database may take its time before.
  let stalled: NodeJS.Timeout | undefined;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      clearTimeout(stalled);
      controller.enqueue(bytes);
      stalled = setTimeout(() => outgoing.writableNeedDrain && outgoing.destroy(), stallMs);
    },
  });
  const source = file instanceof Readable ? (Readable.toWeb(file) as ReadableStream<Uint8Array>) : file;
  source
    // The connection breaks instead.
    .pipeTo(writable, { preventAbort: true })
    .catch((error) => {
      if (outgoing.destroyed) log.info(`${what} broke off`);
      else log.error({ error }, `${what} failed`);
      outgoing.destroy();
    })
    .finally(() => clearTimeout(stalled));
  return readable;
}

/** A browser that has it asks each time: it may be deleted meanwhile, its account disabled, or its tag. */
export function answerPicture(
  c: SiteContext,
  bytes: Buffer,
  name: string,
  cacheControl = 'private, no-cache',
): Response {
  const etag = `"${name}"`;
  c.header('Cache-Control', cacheControl);
  c.header('ETag', etag);
  if (matchesEtag(etag, c.req.header('if-none-match'))) return c.body(null, 304);
  return c.body(new Uint8Array(bytes), 200, { 'Content-Type': 'image/webp' });
}

const fileTypes = {
  text: 'text/plain; charset=utf-8',
  pdf: 'application/pdf',
  zip: 'application/zip',
  csv: 'text/csv; charset=utf-8',
};

type FileName =
  | 'readInvoice'
  | 'readOrderFile'
  | 'readOrderInvoice'
  | 'readPackingList'
  | 'readTableFile'
  | 'readTagBatchFile'
  | 'readTagMap';

/** Sends the file that a function with a route of its own answers; a refusal as plain text. An administrator who opened its address first signs in or proves a second factor. */
export const sendFile = (name: FileName) => async (c: SiteContext) => {
  const { caller } = await readVisitor(c);
  c.header('Cache-Control', 'no-store');
  const { file = '', ...named } = c.req.param() as Record<string, string>;
  const { ascending, ...query } = c.req.query();
  const order = ascending ? { ascending: ascending === 'yes' } : {};
  const read = await callFor(c, name, { ...query, ...named, ...order, file, number: Number.parseInt(file, 10) });
  if (read instanceof Refusal) {
    sayWhenToRetry(c, read);
    const { pathname, search } = new URL(c.req.url);
    const isProofMissing = read.status === 'unauthenticated' || /^second-factor-/.test(String(read.details?.reason));
    if (isProofMissing && pathname.startsWith(`${adminPath()}/`) && c.req.header('accept')?.includes('text/html'))
      return c.redirect(adminPath(pathname + search));
    return c.text(refusalInWords(read, translationsIn(caller.language)).message, refusalStatuses[read.status]);
  }
  return c.body(streamToBrowser(read.file, 'a file', c), 200, {
    'Content-Type': fileTypes[read.type],
    'Content-Disposition': `${read.type === 'pdf' ? 'inline' : 'attachment'}; filename="${read.name}"`,
  });
};
