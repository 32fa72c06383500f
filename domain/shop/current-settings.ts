import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { defaultShopSettings, type ShopSettings } from './contract/shop-settings.ts';

/** As every page may read it: kept for a moment, dropped by an event. */
export async function readShopSettings({ settings }: Pick<Services, 'settings'>): Promise<ShopSettings> {
  return withDefaults(await settings.read('shop'));
}

/** The shop's settings as the transaction sees them: for what is written down. */
export async function readCurrentSettings(trx: Executor): Promise<ShopSettings> {
  const row = await trx.selectFrom('settings').select('value').where('key', '=', 'shop').executeTakeFirst();
  return withDefaults(row?.value);
}

export function withDefaults(stored: unknown): ShopSettings {
  return { ...defaultShopSettings, ...(stored as Partial<ShopSettings> | undefined) };
}
