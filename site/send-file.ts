import { Readable } from 'node:stream';
import { Refusal, refusalInWords, refusalStatuses } from '../functions/define.ts';
import { call } from '../functions/list.ts';
import { wordsIn } from '../language/languages.ts';
import type { Words } from '../language/words.ts';
import { adminPath } from '../paths/paths.ts';
import { type PageResult, showPage } from './document/show-page.tsx';
import { systemPage } from './document/system.tsx';
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

/** Sends the file that a function with a route of its own answers; a refusal as plain text, or as a page when an administrator opened its address. */
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
  const read = await call(name, caller, data, site.installation);
  if (read instanceof Refusal) {
    sayWhenToRetry(c, read);
    if (/^second-factor-/.test(String(read.details?.reason)) && c.req.header('accept')?.includes('text/html')) {
      return showPage(c, site, ({ t }) => factorNeeded(t, refusalInWords(read, t).message), 'rest');
    }
    return c.text(refusalInWords(read, wordsIn(caller.language)).message, refusalStatuses[read.status]);
  }
  const file = Readable.toWeb(read.file) as ReadableStream<Uint8Array>;
  return c.body(streamToBrowser(file, 'a file', c, site), 200, {
    'Content-Type': contentTypes[read.type],
    'Content-Disposition': `${read.type === 'pdf' ? 'inline' : 'attachment'}; filename="${read.name}"`,
  });
}

/** Where the file is offered, the factor is asked for. */
function factorNeeded(t: Words, text: string): PageResult {
  const action = { label: t('frame.admin'), href: adminPath() };
  return systemPage(t, { status: 403, title: t('secondFactor.prove'), text, action });
}

/** GET /admin/tables/{table}?search=&sort=&ascending=&state= */
export function sendTableFile(site: Site) {
  return (c: SiteContext) => {
    const { search, sort, ascending, state } = c.req.query();
    return sendFile(c, site, 'readTableFile', {
      table: c.req.param('table'),
      search,
      sort,
      ascending: ascending === 'yes',
      state,
    });
  };
}

/** GET /admin/tags/batches/{id}/{file}?part=&sheet= */
export function sendTagBatchFile(site: Site) {
  return (c: SiteContext) => sendFile(c, site, 'readTagBatchFile', { ...c.req.query(), ...c.req.param() });
}

/** GET /admin/tags/map/{format} */
export function sendTagMap(site: Site) {
  return (c: SiteContext) => sendFile(c, site, 'readTagMap', c.req.param());
}
