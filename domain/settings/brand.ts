import type { Executor } from '../../server/db/tables.ts';
import { type Brand, defaultBrand } from '../../ui/brand.ts';

/** The operator's brand: the setting `brand` over the defaults. */
export async function readBrand({ db }: { db: Executor }): Promise<Brand> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'brand').executeTakeFirst();
  return { ...defaultBrand, ...((row?.value ?? {}) as Partial<Brand>) };
}
