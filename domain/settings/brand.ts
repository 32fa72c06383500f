import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { type Brand, defaultBrand } from '../../ui/brand.ts';
import type { Act } from '../audit/contract/actions.ts';
import { recordChanges } from '../audit/record-action.ts';
import { type Conflict, conflictOf } from '../conflicts/conflict.ts';
import type { Fields } from '../conflicts/contract/fields.ts';
import type { BrandSettings, OwnBrand } from './contract/brand.ts';
import { lockSetting, storeSetting } from './current-setting.ts';

type Configured = Pick<Services, 'brand' | 'publicUrl'>;

/** The stored setting `brand` comes before the environment. */
export async function readBrand(db: Executor, configured: Configured): Promise<Brand> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'brand').executeTakeFirst();
  return brandOf(configured, row?.value ?? {});
}

export function brandOf({ brand, publicUrl }: Configured, stored: unknown = {}): Brand {
  const own = stored as Partial<Brand>;
  return { ...defaultBrand, ...given(brand), ...given({ ...own, logo: logoAt(publicUrl, own.logo) }) };
}

/** Search engines need the whole address, and the domain may be another than when the logo was set. */
function logoAt(publicUrl: string, stored = ''): string {
  return stored && publicUrl + new URL(stored, publicUrl).pathname;
}

/** What the operator wrote, and what holds where nothing is written: the environment’s, or ours. */
export async function readBrandSettings({ settings, ...configured }: Pick<Services, 'settings'> & Configured) {
  return brandSettingsOf(await settings.read('brand'), configured);
}

export async function previewBrand(change: Partial<OwnBrand>, services: Services): Promise<Brand> {
  const stored = (await services.settings.read('brand')) ?? {};
  return brandOf(services, { ...stored, ...change });
}

/** Changes what is given, on every page of every process. */
export function changeBrand(
  admin: { uid: string },
  { from, ...change }: Partial<OwnBrand> & { from?: Fields | undefined },
  services: Services,
): Promise<BrandSettings | Conflict> {
  return writeBrand(admin, { act: 'changeBrand', change, from }, services);
}

type Change = { act: Act; change: Partial<Brand>; from?: Fields | undefined };

/** @param besides what is written in the same transaction */
export function writeBrand(
  admin: { uid: string },
  { act, change, from }: Change,
  { events, ...configured }: Pick<Services, 'events'> & Configured,
  besides?: (trx: Executor) => Promise<void>,
): Promise<BrandSettings | Conflict> {
  return events.transaction(async (trx, publish) => {
    const before = brandSettingsOf(await lockSetting(trx, 'brand'), configured);
    const conflict = conflictOf(before.own, change, from);
    if (conflict) return conflict;
    const own = { ...before.own, ...change };
    await storeSetting(trx, publish, 'brand', own);
    await recordChanges(trx, { by: admin, act, id: 'brand' }, before.own, own);
    await besides?.(trx);
    return { ...before, own };
  });
}

function brandSettingsOf(stored: unknown, configured: Configured): BrandSettings {
  const written = (stored ?? {}) as Partial<Brand>;
  const known = Object.keys(defaultBrand) as (keyof Brand)[];
  const own = Object.fromEntries(
    known.map((field) => [field, written[field] ?? (field === 'footer' ? defaultBrand.footer : '')]),
  ) as unknown as Brand;
  return { own: { ...own, logo: logoAt(configured.publicUrl, own.logo) }, otherwise: brandOf(configured) };
}

function given(brand: Partial<Brand>): Partial<Brand> {
  return Object.fromEntries(Object.entries(brand).filter(([, text]) => text));
}
