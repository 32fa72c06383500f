import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { type Brand, defaultBrand } from '../../ui/brand.ts';

export async function readBrand({ db }: { db: Executor }): Promise<Brand> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'brand').executeTakeFirst();
  return { ...defaultBrand, ...((row?.value ?? {}) as Partial<Brand>) };
}

export async function rememberedBrand({ settings }: Pick<Installation, 'settings'>): Promise<Brand> {
  return { ...defaultBrand, ...((await settings.read('brand')) as Partial<Brand> | undefined) };
}
