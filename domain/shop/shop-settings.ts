import type { Services } from '../../server/services.ts';
import type { CurrentUser } from '../accounts/contract/schema.ts';
import { changesBetween, recordChanges } from '../audit/record-action.ts';
import { type Conflict, conflictOf } from '../conflicts/conflict.ts';
import type { Fields } from '../conflicts/contract/fields.ts';
import { lockSetting, storeSetting } from '../settings/current-setting.ts';
import { untaxedIn } from './contract/delivery.ts';
import { missingToOpen, type ShopSettings } from './contract/shop-settings.ts';
import { withDefaults } from './current-settings.ts';
import { shopMails } from './mail-shop.ts';

/** What an open shop lacks, or the countries of delivery of which no tax is said. */
export type NotSaved = { missing: ReturnType<typeof missingToOpen> } | { untaxed: string[] };

/** An open shop names its seller, its bank account and where it delivers. Another account is mailed to all administrators. */
export async function changeShopSettings(
  admin: Pick<CurrentUser, 'uid'>,
  { from, ...change }: Partial<ShopSettings> & { from?: Fields | undefined },
  services: Services,
): Promise<ShopSettings | NotSaved | Conflict> {
  return services.events.transaction(async (trx, publish) => {
    const before = withDefaults(await lockSetting(trx, 'shop'));
    const conflict = conflictOf(before, change, from);
    if (conflict) return conflict;
    const shop = { ...before, ...change };
    const missing = shop.open ? missingToOpen(shop) : [];
    if (missing.length > 0) return { missing };
    const isOfTax = ['taxScheme', 'taxRates', 'outsideTax', 'delivery'].some((field) => field in change);
    const untaxed = shop.open || isOfTax ? untaxedIn(shop) : [];
    if (untaxed.length > 0) return { untaxed };
    await storeSetting(trx, publish, 'shop', shop);
    await recordChanges(trx, { by: admin, act: 'changeShopSettings', id: 'shop' }, before, shop);
    if (Object.keys(changesBetween(before.bank, shop.bank)).length > 0) {
      const change = { by: admin, before: before.bank, after: shop.bank };
      await shopMails.bankChanged(trx, change, services);
    }
    services.log.info({ uid: admin.uid, open: shop.open }, 'shop settings changed');
    return shop;
  });
}
