import type { Translations } from '../../../language/create-translations.ts';

/** `list`: lines to be filled in. */
export type TermsSection = { id: string; title: string; paragraphs: string[]; list?: string[] };

/** The terms of sale that come with the product: for their page, and for the mail that confirms an order. */
export function termsOfSale(
  t: Translations,
  { seller, byCard }: { seller: { name: string; address: string; email: string }; byCard: boolean },
): TermsSection[] {
  const { name: operator, address, email } = seller;
  const to = [operator, address, email].filter(Boolean).join(', ').replaceAll('\n', ', ');
  return [
    {
      id: 'order',
      title: t('termsOfSalePage.order'),
      paragraphs: [t('termsOfSalePage.orderText', { operator })],
    },
    {
      id: 'payment',
      title: t('termsOfSalePage.payment'),
      paragraphs: [t(byCard ? 'termsOfSalePage.paymentOrCard' : 'termsOfSalePage.paymentText')],
    },
    {
      id: 'withdrawal',
      title: t('termsOfSalePage.withdrawal'),
      paragraphs: [t('termsOfSalePage.withdrawalText'), t('termsOfSalePage.withdrawalEffects')],
    },
    {
      id: 'withdrawal-form',
      title: t('termsOfSalePage.form'),
      paragraphs: [t('termsOfSalePage.formUse')],
      list: [
        t('termsOfSalePage.formTo', { seller: to }),
        t('termsOfSalePage.formNotice'),
        t('termsOfSalePage.formOrdered'),
        t('termsOfSalePage.formName'),
        t('termsOfSalePage.formAddress'),
        t('termsOfSalePage.formSignature'),
        t('termsOfSalePage.formDate'),
      ],
    },
  ];
}
