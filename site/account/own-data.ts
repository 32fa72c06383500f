import { Refusal } from '../../functions/define.ts';
import type { PlainKey } from '../../language/create-translations.ts';
import { itemsPath, profilePath, signInPath } from '../../paths/paths.ts';
import { isSameOrigin } from '../../server/http/headers.ts';
import { showRestPage } from '../document/show-page.tsx';
import { refusalPage } from '../document/system.tsx';
import { streamToBrowser } from '../http/send-file.ts';
import { callFor, readVisitor, type SiteContext } from '../http/visitor.ts';

type Export = {
  page: string;
  back: PlainKey;
  notYet: PlainKey;
  type: string;
  fileName(day: string): string;
  make(c: SiteContext): Promise<ReadableStream<Uint8Array> | Refusal>;
};

export const sendAccount = sendExport({
  page: profilePath(),
  back: 'exportPage.backToProfile',
  notYet: 'exportPage.notYet',
  type: 'application/zip',
  fileName: (day) => `my-data-${day}.zip`,
  make: async (c) => {
    const exported = await callFor(c, 'exportAccount', {});
    return exported instanceof Refusal ? exported : exported.zip;
  },
});

export const sendItems = sendExport({
  page: itemsPath(),
  back: 'exportPage.backToItems',
  notYet: 'exportPage.itemsNotYet',
  type: 'text/csv; charset=utf-8',
  fileName: (day) => `my-items-${day}.csv`,
  make: async (c) => {
    const { search, category } = c.req.query();
    const exported = await callFor(c, 'exportItems', { search, category });
    return exported instanceof Refusal ? exported : exported.csv;
  },
});

function sendExport({ page, back, notYet, type, fileName, make }: Export) {
  return async (c: SiteContext) => {
    const { user } = await readVisitor(c);
    if (!user) return c.redirect(signInPath({ next: page }));
    if (!isSameOrigin(c.req.raw.headers, c.var.site.services.publicUrl)) return c.redirect(page);
    const file = await make(c);
    if (file instanceof Refusal)
      return showRestPage(c, ({ t }) =>
        refusalPage(t, file, { title: t(notYet), action: { label: t(back), href: page } }),
      );
    const day = new Date().toISOString().slice(0, 10);
    const headers = {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${fileName(day)}"`,
      'Cache-Control': 'no-store',
    };
    if (c.req.method !== 'HEAD') return c.body(streamToBrowser(file, 'an export', c), 200, headers);
    await file.cancel();
    return c.body(null, 200, headers);
  };
}

export async function takeBackDeletion(c: SiteContext): Promise<Response> {
  const kept = await callFor(c, 'keepAccount', {});
  return c.redirect(kept instanceof Refusal ? signInPath({ next: itemsPath() }) : itemsPath(), 303);
}
