import { Refusal } from '../../functions/define.ts';
import type { PlainKey } from '../../language/create-translations.ts';
import { itemsPath, profilePath, signInPath } from '../../paths/paths.ts';
import { isSameOrigin } from '../../server/http/headers.ts';
import { showRestPage } from '../document/show-page.tsx';
import { refusalPage } from '../document/system.tsx';
import { streamToBrowser } from '../http/send-file.ts';
import { callFor, readVisitor, type SiteContext } from '../http/visitor.ts';

type Export = {
  name: 'exportAccount' | 'exportItems';
  page: string;
  back: PlainKey;
  notYet: PlainKey;
  type: string;
  fileName(day: string): string;
};

export const sendAccount = sendExport({
  name: 'exportAccount',
  page: profilePath('data'),
  back: 'exportPage.backToProfile',
  notYet: 'exportPage.notYet',
  type: 'application/zip',
  fileName: (day) => `my-data-${day}.zip`,
});

export const sendItems = sendExport({
  name: 'exportItems',
  page: itemsPath(),
  back: 'exportPage.backToItems',
  notYet: 'exportPage.itemsNotYet',
  type: 'text/csv; charset=utf-8',
  fileName: (day) => `my-items-${day}.csv`,
});

function sendExport({ name, page, back, notYet, type, fileName }: Export) {
  return async (c: SiteContext) => {
    const { user } = await readVisitor(c);
    if (!user) return c.redirect(signInPath({ next: page }));
    if (!isSameOrigin(c.req.raw.headers, c.var.site.services.publicUrl)) return c.redirect(page);
    const exported = await callFor(c, name, c.req.query());
    if (exported instanceof Refusal)
      return showRestPage(c, ({ t }) =>
        refusalPage(t, exported, { title: t(notYet), action: { label: t(back), href: page } }),
      );
    const file = 'zip' in exported ? exported.zip : exported.csv;
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
