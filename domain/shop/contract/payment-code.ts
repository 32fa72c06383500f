type Transfer = {
  holder: string;
  iban: string;
  bic: string;
  currency: string;
  minor: number;
  /** At most 140 characters. */
  reference: string;
};

/**
 * What a QR code says that fills in a transfer in a banking app (EPC069-12, version 2). The code wants error correction level M.
 * Undefined where it is not possible: it is for euros, and needs an account.
 */
export function paymentCode({ holder, iban, bic, currency, minor, reference }: Transfer): string | undefined {
  if (currency !== 'EUR' || !iban || !holder || minor < 1) return undefined;
  const amount = `EUR${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
  const account = iban.replaceAll(/\s/g, '');
  return ['BCD', '002', '1', 'SCT', bic, holder.slice(0, 70), account, amount, '', '', reference.slice(0, 140)].join(
    '\n',
  );
}
