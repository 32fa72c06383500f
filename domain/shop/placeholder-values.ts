import type { Services } from '../../server/services.ts';
import type { Brand } from '../../ui/brand.ts';
import type { PlaceholderValues } from '../pages/contract/placeholders.ts';
import { brandOf } from '../settings/brand.ts';
import type { ShopSettings } from './contract/shop-settings.ts';
import { readShopSettings } from './current-settings.ts';

export async function placeholderValues(services: Pick<Services, 'settings' | 'brand' | 'publicUrl'>, known?: Brand) {
  const brand = known ?? brandOf(services, await services.settings.read('brand'));
  const { seller } = await readShopSettings(services);
  return valuesOf(brand, seller);
}

export function valuesOf(brand: Brand, seller: ShopSettings['seller']): PlaceholderValues {
  return {
    product: brand.productName,
    operator: brand.legalName || seller.name,
    email: brand.contactEmail || seller.email,
    address: brand.address || seller.address,
    taxNumber: seller.taxNumber,
  };
}
