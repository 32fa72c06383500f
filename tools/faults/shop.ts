import { codeOf, stepSeconds } from '../../domain/second-factor/totp.ts';
import { password, signIn } from '../../test/make.ts';
import { keyRing, shopOpen } from '../../test/shop.ts';
import type { Goods } from './buyers.ts';
import { ask } from './external-postgres.ts';
import { visitorAt, type World } from './world.ts';

const stock = 100_000;

/** Opens the shop with one product, as an administrator does. */
export async function openShopIn({ product, owner, database }: World): Promise<Goods> {
  await ask(await database(), `update users set role = 'admin' where email = '${owner.email}'`);
  const admin = await signIn(visitorAt(product.url), owner.email);
  const { secret, sealed } = await admin.call('offerAuthenticatorApp', {});
  const code = codeOf(secret, Math.floor(Date.now() / 1000 / stepSeconds));
  await admin.call('addAuthenticatorApp', { sealed, code, password });
  await admin.call('changeShopSettings', shopOpen);
  const { id, priceMinor } = await admin.call('addProduct', { ...keyRing, key: crypto.randomUUID() });
  await admin.call('changeStock', { id, difference: stock, key: crypto.randomUUID() });
  await admin.call('hideProduct', { id, hidden: false });
  return { id, priceMinor, stock };
}
