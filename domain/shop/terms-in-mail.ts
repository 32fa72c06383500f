import type { Translations } from '../../language/create-translations.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { newestVersion } from '../pages/own-words.ts';
import { type Paragraph, plainPage } from '../pages/plain-page.ts';
import { readBrand } from '../settings/brand.ts';
import type { ShopSettings } from './contract/shop-settings.ts';
import { termsOfSale } from './contract/terms-of-sale.ts';
import { valuesOf } from './placeholder-values.ts';

export type TermsOf = Pick<Services, 'brand' | 'payments' | 'publicUrl'>;

export async function termsInMail(
  trx: Executor,
  { t, seller }: { t: Translations; seller: ShopSettings['seller'] },
  services: TermsOf,
): Promise<Paragraph[]> {
  const newest = await newestVersion({ page: 'terms-and-conditions', language: t.language }, trx);
  if (newest?.words) {
    const values = valuesOf(await readBrand(trx, services), seller);
    return plainPage(newest.words, values, services.publicUrl);
  }
  return [
    { heading: t('termsOfSalePage.title') },
    ...termsOfSale(t, { seller, byCard: Boolean(services.payments) }).flatMap(({ title, paragraphs, list = [] }) => [
      { heading: title },
      ...paragraphs,
      ...(list.length > 0 ? [list.map((line) => `– ${line}`).join('\n')] : []),
    ]),
  ];
}
