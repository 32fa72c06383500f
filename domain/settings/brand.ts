import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { type Brand, defaultBrand } from '../../ui/brand.ts';

/** The operator's brand: the setting `brand` over the defaults. */
export async function readBrand({ db }: { db: Executor }): Promise<Brand> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'brand').executeTakeFirst();
  return { ...defaultBrand, ...((row?.value ?? {}) as Partial<Brand>) };
}

/** The same for pages, as it is remembered (server/db/settings.ts). */
export async function rememberedBrand({ settings }: Pick<Installation, 'settings'>): Promise<Brand> {
  return { ...defaultBrand, ...((await settings.read('brand')) as Partial<Brand> | undefined) };
}
