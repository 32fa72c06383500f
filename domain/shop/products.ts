import { randomUUID } from 'node:crypto';
import { sql, type UpdateObject } from 'kysely';
import type { Executor, Tables } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import type { CurrentUser } from '../accounts/contract/schema.ts';
import type { Act } from '../audit/contract/actions.ts';
import { recordAction, recordChanges } from '../audit/record-action.ts';
import { type Conflict, conflictOf } from '../conflicts/conflict.ts';
import type { Fields } from '../conflicts/contract/fields.ts';
import { eraseFiles } from '../files/stored-files.ts';
import type { NewProduct, Product, ProductDetails, ProductPhoto } from './contract/product.ts';
import { readShopSettings } from './current-settings.ts';
import { selectProducts } from './for-sale.ts';

/** Adds a product at the end of the list, hidden and without stock. The same `key` adds it once. */
export async function addProduct(
  admin: Admin,
  { key, names, descriptions, ...details }: NewProduct & { key: string },
  services: Services,
): Promise<Product | 'slug-taken'> {
  const { currency } = await readShopSettings(services);
  const added = await services.events.transaction(async (trx, publish) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('products')
      .values(({ selectFrom, fn }) => ({
        ...details,
        id: randomUUID(),
        currency,
        names: JSON.stringify(names),
        descriptions: JSON.stringify(descriptions),
        stock: 0,
        position: selectFrom('products').select(sql<number>`${fn.coalesce(fn.max('position'), sql`0`)} + 1`.as('last')),
        hiddenAt: new Date(),
        creationKey: key,
      }))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    const product = await selectProducts(trx).where('creationKey', '=', key).executeTakeFirst();
    if (!numInsertedOrUpdatedRows || !product) return product;
    await recordChange(trx, admin, 'addProduct', undefined, { id: product.id, slug: product.slug });
    publish({ kind: 'products' });
    return product;
  });
  if (!added) return 'slug-taken';
  services.log.info({ uid: admin.uid, product: added.id }, 'product added');
  return added;
}

/** Each language of a text is a field of its own. An empty text takes it away. */
type ProductChange = Omit<Partial<ProductDetails>, 'names'> & {
  id: string;
  names?: Partial<ProductDetails['names']> | undefined;
  madeToOrder?: boolean | undefined;
  pictures?: ProductPhoto[] | undefined;
  from?: Fields | undefined;
};

/** Changes what is given. A price is one in the shop's currency of now. */
export async function changeProduct(
  admin: Admin,
  { id, madeToOrder, from = {}, ...details }: ProductChange,
  services: Services,
): Promise<Product | Conflict | undefined> {
  const { names, descriptions, priceMinor, tagsEach, lowStock, pictures } = details;
  const { currency } = await readShopSettings(services);
  const stock = madeToOrder === undefined ? undefined : madeToOrder ? null : sql<number>`coalesce(stock, 0)`;
  let removed: string[] = [];
  const changed = await writeProduct(
    admin,
    'changeProduct',
    id,
    services,
    (before) => ({
      ...(pictures && { pictures: JSON.stringify(pictures.filter(({ id }) => idsOf(before).has(id))) }),
      ...(names && { names: JSON.stringify({ ...before.names, ...names }) }),
      ...(descriptions && { descriptions: JSON.stringify({ ...before.descriptions, ...descriptions }) }),
      ...(priceMinor !== undefined && { priceMinor, currency }),
      ...(tagsEach !== undefined && { tagsEach }),
      ...(lowStock !== undefined && { lowStock }),
      ...(stock !== undefined && { stock }),
    }),
    (before) => conflictOf(byField(before), byField(details), byField(from)),
    (before, after) => {
      removed = [...idsOf(before).difference(idsOf(after))];
    },
  );
  await eraseFiles(removed, services);
  return changed;
}

const idsOf = ({ pictures }: Product) => new Set(pictures.map(({ id }) => id));

/** By the names that refusals give them, such as `names.de`. */
function byField({ names, descriptions, ...others }: Fields): Fields {
  const texts = Object.entries({ names, descriptions }).flatMap(([name, byLanguage]) =>
    Object.entries({ ...(byLanguage as object) }).map(([language, text]) => [`${name}.${language}`, text]),
  );
  return { ...others, ...Object.fromEntries(texts) };
}

export function hideProduct(admin: Admin, { id, hidden }: { id: string; hidden: boolean }, services: Services) {
  return writeProduct(admin, 'hideProduct', id, services, () => ({
    hiddenAt: hidden ? sql<Date>`coalesce(hidden_at, now())` : null,
  }));
}

/** A product is never deleted: orders name it. */
export function archiveProduct(admin: Admin, { id, archived }: { id: string; archived: boolean }, services: Services) {
  return writeProduct(admin, 'archiveProduct', id, services, () => ({
    archivedAt: archived ? sql<Date>`coalesce(archived_at, now())` : null,
  }));
}

/** Moves the product one place up or down in the list; the first stays the first. */
export function moveProduct(
  admin: Admin,
  { id, to }: { id: string; to: 'up' | 'down' },
  { events }: Services,
): Promise<'done' | 'no-product'> {
  return events.transaction(async (trx, publish) => {
    const rows = await trx
      .selectFrom('products')
      .select(['id', 'position'])
      .where('archivedAt', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute();
    const order = rows.sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1)).map((row) => row.id);
    const from = order.indexOf(id);
    if (from < 0) return 'no-product';
    const other = order[to === 'up' ? from - 1 : from + 1];
    if (other === undefined) return 'done';
    [order[order.indexOf(other)], order[from]] = [id, other];
    await sql`
      update products set position = place
      from unnest(${order}::text[]) with ordinality as sorted (sorted_id, place)
      where id = sorted_id and position <> place`.execute(trx);
    const changes = { position: [from + 1, order.indexOf(id) + 1] as [number, number] };
    await recordAction(trx, { by: admin, act: 'moveProduct', id, changes });
    publish({ kind: 'products' });
    return 'done';
  });
}

export function writeProduct<Refused = never>(
  admin: Admin,
  act: Act,
  id: string,
  { events, log }: Services,
  valuesFor: (before: Product) => UpdateObject<Tables, 'products'>,
  refuse: (before: Product) => Refused | undefined = () => undefined,
  note: (before: Product, after: Product) => void = () => undefined,
): Promise<Product | Refused | undefined> {
  return events.transaction(async (trx, publish) => {
    const before = await selectProducts(trx).where('id', '=', id).forUpdate().executeTakeFirst();
    const refused = before && refuse(before);
    if (!before || refused) return refused;
    const changes = { ...valuesFor(before), updatedAt: sql<Date>`now()` };
    await trx.updateTable('products').set(changes).where('id', '=', id).execute();
    const after = await selectProducts(trx).where('id', '=', id).executeTakeFirstOrThrow();
    note(before, after);
    await recordChange(trx, admin, act, before, after);
    publish({ kind: 'products' });
    log.info({ uid: admin.uid, product: id }, 'product changed');
    return after;
  });
}

export function recordChange(
  trx: Executor,
  by: Admin,
  act: Act,
  before: Product | undefined,
  after: Partial<Product> & { id: string },
): Promise<void> {
  return recordChanges(trx, { by, act, id: after.id }, before, after);
}

export type Admin = Pick<CurrentUser, 'uid'>;
