import type { Executor } from '../../server/db/tables.ts';
import { defaultShopSettings, type ShopSettings } from './contract/shop-settings.ts';

/** The shop's settings as the transaction sees them: for what is written down. */
export async function readCurrentSettings(trx: Executor): Promise<ShopSettings> {
  const row = await trx.selectFrom('settings').select('value').where('key', '=', 'shop').executeTakeFirst();
  return { ...defaultShopSettings, ...(row?.value as Partial<ShopSettings> | undefined) };
}
