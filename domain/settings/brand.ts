import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { type Brand, defaultBrand } from '../../ui/brand.ts';

type Configured = Pick<Installation, 'brand'>;

/** The stored setting `brand` comes before the environment. */
export async function readBrand(db: Executor, configured: Configured): Promise<Brand> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'brand').executeTakeFirst();
  return brandOf(configured, row?.value);
}

export async function rememberedBrand({ settings, brand }: Pick<Installation, 'settings' | 'brand'>): Promise<Brand> {
  return brandOf({ brand }, await settings.read('brand'));
}

export function brandOf({ brand }: Configured, stored: unknown = {}): Brand {
  return { ...defaultBrand, ...given(brand), ...given(stored as Partial<Brand>) };
}

/** An empty field counts as one that is not there. */
function given(brand: Partial<Brand>): Partial<Brand> {
  return Object.fromEntries(Object.entries(brand).filter(([, text]) => text));
}
