import { Refusal, refusalInWords } from '../../functions/define.ts';
import { call } from '../../functions/list.ts';
import type { PlainKey } from '../../language/create-translations.ts';
import { itemsPath, profilePath, signInPath } from '../../paths/paths.ts';
import { isSameOrigin } from '../../server/http/headers.ts';
import type { PageContext } from '../document/page.ts';
import { showPage } from '../document/show-page.tsx';
import { systemPage } from '../document/system.tsx';
import { sayWhenToRetry, statusOf, streamToBrowser } from '../http/send-file.ts';
import type { Site } from '../http/site.ts';
import { readVisitor, type SiteContext, type Visitor } from '../http/visitor.ts';

type Export = {
  page: string;
  back: PlainKey;
  notYet: PlainKey;
  type: string;
  fileName(day: string): string;
  make(visitor: Visitor, c: SiteContext): Promise<ReadableStream<Uint8Array> | Refusal>;
};

export function sendAccount(site: Site) {
  return sendExport(site, {
    page: profilePath(),
    back: 'exportPage.backToProfile',
    notYet: 'exportPage.notYet',
    type: 'application/zip',
    fileName: (day) => `my-data-${day}.zip`,
    make: async ({ caller }) => {
      const exported = await call('exportAccount', caller, {}, site.services);
      return exported instanceof Refusal ? exported : exported.zip;
    },
  });
}

export function sendItems(site: Site) {
  return sendExport(site, {
    page: itemsPath(),
    back: 'exportPage.backToItems',
    notYet: 'exportPage.itemsNotYet',
    type: 'text/csv; charset=utf-8',
    fileName: (day) => `my-items-${day}.csv`,
    make: async ({ caller }, c) => {
      const filter = { search: c.req.query('search'), category: c.req.query('category') };
      const exported = await call('exportItems', caller, filter, site.services);
      return exported instanceof Refusal ? exported : exported.csv;
    },
  });
}

function sendExport(site: Site, { page, back, notYet, type, fileName, make }: Export) {
  return async (c: SiteContext) => {
    const visitor = await readVisitor(c, site);
    if (!visitor.caller.user) return c.redirect(signInPath({ next: page }));
    if (!isSameOrigin(c.req.raw.headers, site.services.publicUrl)) return c.redirect(page);
    const file = await make(visitor, c);
    if (file instanceof Refusal) {
      sayWhenToRetry(c, file);
      const draw = ({ t }: PageContext) => {
        const action = { label: t(back), href: page };
        const text = refusalInWords(file, t).message;
        return systemPage(t, { status: statusOf(file), title: t(notYet), text, action });
      };
      return showPage(c, site, draw, 'rest');
    }
    const day = new Date().toISOString().slice(0, 10);
    const headers = {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${fileName(day)}"`,
      'Cache-Control': 'no-store',
    };
    if (c.req.method !== 'HEAD') return c.body(streamToBrowser(file, 'an export', c, site), 200, headers);
    await file.cancel();
    return c.body(null, 200, headers);
  };
}

export function takeBackDeletion(site: Site) {
  return async (c: SiteContext): Promise<Response> => {
    const { caller } = await readVisitor(c, site);
    const kept = await call('keepAccount', caller, {}, site.services);
    return c.redirect(kept instanceof Refusal ? signInPath({ next: itemsPath() }) : itemsPath(), 303);
  };
}
