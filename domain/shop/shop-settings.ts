import type { Installation } from '../../server/installation.ts';
import { defaultShopSettings, type ShopSettings } from './contract/shop-settings.ts';

/** As every page may read it: kept for a moment, dropped by an event. */
export async function readShopSettings({ settings }: Pick<Installation, 'settings'>): Promise<ShopSettings> {
  return { ...defaultShopSettings, ...((await settings.read('shop')) as Partial<ShopSettings> | undefined) };
}
