import type { Translations } from '../../language/create-translations.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
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
  const newest = await trx
    .selectFrom('pageVersions')
    .select('words')
    .where('page', '=', 'terms-and-conditions')
    .where('language', '=', t.language)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
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
