import type { z } from 'zod';
import { emailAddress } from '../domain/accounts/contract/email-address.ts';
import type { CurrentUser } from '../domain/accounts/contract/schema.ts';
import { Conflict } from '../domain/conflicts/conflict.ts';
import { addressProblems } from '../domain/shop/addresses.ts';
import { nameOfCountry } from '../domain/shop/contract/delivery.ts';
import { formatMoney } from '../domain/shop/contract/money.ts';
import type { newOrder } from '../domain/shop/contract/order.ts';
import type * as fulfilment from '../domain/shop/fulfilment.ts';
import type { StepDone } from '../domain/shop/order-steps.ts';
import type { NotTakenBack } from '../domain/shop/order-sums.ts';
import type * as payments from '../domain/shop/payments.ts';
import type { Change, Placed } from '../domain/shop/place-order.ts';
import type { MessageDescriptor } from '../language/create-translations.ts';
import { translationsIn } from '../language/languages.ts';
import type { Services } from '../server/services.ts';
import { type Message, Refusal } from './define.ts';
import { refused } from './refused.ts';

type NotPlaced = Exclude<Placed, { state: 'placed' }>;

export function whyNotPlaced(placed: NotPlaced, language: string): Refusal | Conflict {
  switch (placed.state) {
    case 'closed':
    case 'too-much':
      return refused(placed.state);
    case 'ordered-before':
      return refused('ordered-before', { params: { number: String(placed.number) } });
    case 'no-delivery-to-territory':
      return noDelivery(placed.territory, language);
    case 'no-delivery':
      return noDelivery(undefined, language);
    case 'over-limit':
      return refused(`over-limit.${placed.why}`);
    case 'held': {
      const { why, most, until, card } = placed;
      const t = translationsIn(language);
      const day = until ? t.date(until, { dateStyle: 'long', timeZone: 'UTC' }) : 'none';
      const ofEach = placed.products.map((product) => t('checkoutPage.heldOf', product));
      const products = new Intl.ListFormat(t.language).format(ofEach);
      const params = { why, products, most, day, card: card ? 'yes' : 'no' };
      return refused('stock-held', { params });
    }
    case 'address':
      return wrongFields(addressFields(placed.problems), 'bad-input');
    case 'changed': {
      const said = placed.changes.map((change) => wordsOfChange(change, placed.currency, language));
      return new Conflict({ changes: placed.changes, currency: placed.currency }, said);
    }
  }
}

export function noDelivery(territory: string | undefined, language: string): Refusal {
  if (territory === undefined) return refused('no-delivery', { field: 'address.country' });
  const params = { territory: nameOfCountry(territory, translationsIn(language)) };
  return refused('no-delivery.territory', { field: 'address.zip', params });
}

type AddressProblems = Extract<Placed, { state: 'address' }>['problems'][number];

export function wrongIn({
  email,
  address,
}: Pick<z.output<typeof newOrder>, 'email' | 'address'>): Record<string, Message> {
  const wrongEmail = { key: 'account.invalid-email' } as const;
  return {
    ...(!emailAddress.safeParse(email).success && { email: wrongEmail }),
    ...addressFields(addressProblems(address)),
  };
}

export function addressFields(problems: AddressProblems[]): Record<string, Message> {
  return Object.fromEntries(
    problems.map(({ field, problem }) => [`address.${field.name}`, wordsOfProblem(field, problem)]),
  );
}

function wordsOfProblem(field: AddressProblems['field'], problem: AddressProblems['problem']): Message {
  if (problem === 'missing') return { key: 'checkoutPage.fieldMissing' };
  if (field.example) return { key: 'checkoutPage.zipWrong', params: { example: field.example } };
  return { key: 'checkoutPage.fieldWrong' };
}

function wordsOfChange(change: Change, currency: string, language: string): MessageDescriptor {
  const money = (minor: number) => formatMoney({ minor, currency }, language);
  switch (change.kind) {
    case 'gone':
      return { key: 'checkoutPage.nowGone', params: { name: change.name } };
    case 'sold-out':
      return { key: 'checkoutPage.nowSoldOut', params: { name: change.name } };
    case 'stock':
      return { key: 'checkoutPage.nowLeft', params: { name: change.name, left: change.left } };
    case 'price':
      return { key: 'checkoutPage.nowPrice', params: { name: change.name, price: money(change.nowMinor) } };
    case 'total':
      return { key: 'checkoutPage.nowTotal', params: { total: money(change.nowMinor) } };
    case 'conditions':
      return { key: 'checkoutPage.nowConditions' };
  }
}

export function wrongFields(fields: Record<string, Message>, reason: string): Refusal {
  const [first = { key: 'error.notUnderstood' as const }] = Object.values(fields);
  return new Refusal('invalid-argument', first, { fields, reason });
}

export function answered<Input>(step: (user: CurrentUser, input: Input, services: Services) => Promise<Changed>) {
  return async ({ user, language }: { user: CurrentUser; language: string }, input: Input, services: Services) =>
    whyNotChanged(await step(user, input, services), language);
}

type Changed = StepDone | payments.NotDone | { refused: fulfilment.NotReaddressed | NotTakenBack | 'withdrawn' };

export function whyNotChanged(changed: Changed, language: string): 'done' | Refusal | Conflict {
  if ('done' in changed) return 'done';
  if (changed.refused instanceof Conflict) return changed.refused;
  const money = (minor: number, currency: string) => formatMoney({ minor, currency }, language);
  if ('mostMinor' in changed) {
    const name = changed.refused === 'too-much' ? 'too-much.refund' : changed.refused;
    return refused(name, { field: 'amountMinor', params: { most: money(changed.mostMinor, changed.currency) } });
  }
  if ('overMinor' in changed) {
    const { overMinor, paidMinor, currency } = changed;
    const params = { over: money(overMinor, currency), paid: money(paidMinor, currency) };
    return refused(changed.refused, { params, overMinor });
  }
  if ('missedMinor' in changed)
    return refused(changed.refused, { params: { sum: money(changed.missedMinor, changed.currency) } });
  if (changed.refused === 'other-country') return refused('other-country', { field: 'address.country' });
  if (changed.refused === 'payments-away') return refused('payments-away.refund');
  return refused(changed.refused);
}
