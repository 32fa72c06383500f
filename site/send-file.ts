import { Readable } from 'node:stream';
import { Refusal, refusalInWords, refusalStatuses } from '../functions/define.ts';
import { call } from '../functions/list.ts';
import { translationsIn } from '../language/languages.ts';
import { adminPath } from '../paths/paths.ts';
import { sayWhenToRetry } from './http/refusal-status.ts';
import type { Site } from './http/site.ts';
import { streamToBrowser } from './http/stream-to-browser.ts';
import { readVisitor, type SiteContext } from './http/visitor.ts';

const contentTypes = {
  text: 'text/plain; charset=utf-8',
  pdf: 'application/pdf',
  zip: 'application/zip',
  csv: 'text/csv; charset=utf-8',
};

/** Sends the file that a function with a route of its own answers; a refusal as plain text. An administrator who opened its address first signs in or proves a second factor. */
export async function sendFile(
  c: SiteContext,
  site: Site,
  name:
    | 'readInvoice'
    | 'readOrderFile'
    | 'readOrderInvoice'
    | 'readPackingList'
    | 'readTableFile'
    | 'readTagBatchFile'
    | 'readTagMap',
  data: object,
) {
  const { caller } = await readVisitor(c, site);
  c.header('Cache-Control', 'no-store');
  const read = await call(name, caller, data, site.services);
  if (read instanceof Refusal) {
    sayWhenToRetry(c, read);
    const { pathname, search } = new URL(c.req.url);
    const isProofMissing = read.status === 'unauthenticated' || /^second-factor-/.test(String(read.details?.reason));
    if (isProofMissing && pathname.startsWith(`${adminPath()}/`) && c.req.header('accept')?.includes('text/html'))
      return c.redirect(adminPath(pathname + search));
    return c.text(refusalInWords(read, translationsIn(caller.language)).message, refusalStatuses[read.status]);
  }
  const file = Readable.toWeb(read.file) as ReadableStream<Uint8Array>;
  return c.body(streamToBrowser(file, 'a file', c, site), 200, {
    'Content-Type': contentTypes[read.type],
    'Content-Disposition': `${read.type === 'pdf' ? 'inline' : 'attachment'}; filename="${read.name}"`,
  });
}

export function sendTableFile(site: Site) {
  return (c: SiteContext) => {
    const { search, sort, ascending, state } = c.req.query();
    return sendFile(c, site, 'readTableFile', {
      table: c.req.param('table'),
      search,
      sort,
      ...(ascending && { ascending: ascending === 'yes' }),
      state,
    });
  };
}

export function sendTagBatchFile(site: Site) {
  return (c: SiteContext) => sendFile(c, site, 'readTagBatchFile', { ...c.req.query(), ...c.req.param() });
}

export function sendTagMap(site: Site) {
  return (c: SiteContext) => sendFile(c, site, 'readTagMap', c.req.param());
}
