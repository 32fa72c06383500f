import type { Translations } from '../../../language/create-translations.ts';
import { inGroups } from '../../texts/contract/typed-codes.ts';
import { formatMoney, type Money, typedDecimals } from './money.ts';
import type { ShopSettings } from './shop-settings.ts';

export type Transfer = Money & { bank: ShopSettings['bank']; number: number };

/** What the form of a bank asks for. `typed`: as one types it there, without gaps. */
export function transferDetails({ bank, number, ...money }: Transfer, t: Translations) {
  const reference = referenceOf(number, t);
  return [
    { name: t('orderPage.holder'), shown: bank.holder, typed: bank.holder },
    { name: t('orderPage.iban'), shown: inGroups(bank.iban), typed: bank.iban },
    { name: t('orderPage.bic'), shown: bank.bic, typed: bank.bic },
    { name: t('orderPage.amount'), shown: formatMoney(money, t.language), typed: typedDecimals(money, t.language) },
    { name: t('orderPage.purpose'), shown: reference, typed: reference },
  ].filter(({ typed }) => typed);
}

/** What a QR code says that fills in a transfer (EPC069-12, version 2, level M); undefined unless in euros to an account. */
export function paymentCode({ bank, number, minor, currency }: Transfer, t: Translations): string | undefined {
  const { holder, iban, bic } = bank;
  if (currency !== 'EUR' || !iban || !holder || minor < 1) return undefined;
  const amount = `EUR${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
  return ['BCD', '002', '1', 'SCT', bic, holder.slice(0, 70), iban, amount, '', '', referenceOf(number, t)].join('\n');
}

function referenceOf(number: number, t: Translations): string {
  return t('orderPage.reference', { number: String(number) });
}
