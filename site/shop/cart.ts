import { sql } from 'kysely';
import { restLanguage } from '../../language/languages.ts';
import { readCookie } from '../../server/http/cookies.ts';
import { languageOf } from '../http/language.ts';
import type { Site } from '../http/site.ts';
import type { SiteContext } from '../http/visitor.ts';

export type CartView = {
  lines: { product: { id: string; name: string }; quantity: number; unitMinor: number; totalMinor: number }[];
  itemsMinor: number;
  currency: string;
  problems: string[];
};

/** The cart of this browser, with the prices of now. The cookie holds ids and quantities: `id:2.other:1`. */
export async function readCart(c: SiteContext, site: Site): Promise<CartView> {
  const { db } = site.installation;
  const shop = (await site.installation.settings.read('shop')) as { currency?: string } | undefined;
  const currency = shop?.currency ?? 'EUR';
  const wanted = wantedOf(readCookie(c.req.header('cookie'), site.cookies.cart) ?? '');
  const rows = await db
    .selectFrom('products')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...wanted.keys()]})`)
    .where('hiddenAt', 'is', null)
    .where('archivedAt', 'is', null)
    .execute();
  const language = restLanguage(languageOf(c));
  const lines = rows.map(({ id, names, priceMinor }) => {
    const quantity = wanted.get(id) ?? 1;
    const product = { id, name: names[language] || names.en };
    return { product, quantity, unitMinor: priceMinor, totalMinor: priceMinor * quantity };
  });
  return { lines, itemsMinor: lines.reduce((sum, { totalMinor }) => sum + totalMinor, 0), currency, problems: [] };
}

function wantedOf(cookie: string): Map<string, number> {
  const pairs = cookie.split('.').map((pair) => pair.split(':') as [string, string]);
  return new Map(
    pairs.filter(([, count]) => /^[1-9]\d{0,2}$/.test(count ?? '')).map(([id, count]) => [id, Number(count)]),
  );
}
