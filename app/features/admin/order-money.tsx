import { useId, useState } from 'react';
import { formatMoney, parseMoney, typedDecimals } from '../../../domain/shop/contract/money.ts';
import type { OrderForAdmin } from '../../../domain/shop/contract/order-view.ts';
import { orderInvoicePath } from '../../../paths/paths.ts';
import { TextField } from '../../../ui/fields.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { callFunction, overMinorOf } from '../../core/data/call-function.ts';
import { t } from '../../core/document/app-translations.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { whenOf } from '../../widgets/dates.ts';
import { useKeyOf } from '../../widgets/form.tsx';
import { DayAndTime, Section } from './admin-page.tsx';
import { adminKeys, orderChanges } from './queries.ts';
import { ShortTable } from './short-table.tsx';

export type PartProps = { id: string; order: OrderForAdmin };

/** Money that comes now is only noted, to be paid back. */
export const isEnded = ({ state, withdrawnAt }: OrderForAdmin) =>
  withdrawnAt !== null || state === 'cancelled' || state === 'refunded';

export function PaymentButton({ id, order }: PartProps) {
  const { totalMinor, paidMinor, currency } = order;
  const keyOf = useKeyOf();
  // As it was when the dialog opened. So a payment that is sent again after a lost answer counts once.
  const [seen, see] = useState({ again: false, payments: 0 });
  // More than is owed is noted when it is asked for once more.
  const [over, setOver] = useState({ amountMinor: 0, overMinor: 0 });
  return (
    <ConfirmButton
      label={t('orderAdmin.pay')}
      variant={order.state === 'placed' && !isEnded(order) ? 'primary' : 'secondary'}
      question={t('orderAdmin.payQuestion')}
      verbVariant="primary"
      text={t(wordsOfPaying(order, seen.again))}
      changes={orderChanges}
      always
      onOpen={() => see({ again: order.state !== 'placed' && !isEnded(order), payments: order.payments.length })}
      fields={({ errors }) => (
        <AmountField currency={currency} minor={Math.max(0, totalMinor - paidMinor)} error={errors.amountMinor} />
      )}
      action={({ amount = '' }) => {
        const amountMinor = parseMoney(amount, currency) ?? Number.NaN;
        const key = keyOf({ id, amountMinor, ...seen });
        const overMinor = over.amountMinor === amountMinor ? over.overMinor : 0;
        return callFunction('confirmPayment', { id, amountMinor, key, overMinor }).catch((error: unknown) => {
          setOver({ amountMinor, overMinor: overMinorOf(error) });
          throw error;
        });
      }}
    />
  );
}

function wordsOfPaying(order: OrderForAdmin, again: boolean) {
  if (isEnded(order)) return 'orderAdmin.payOverText';
  return again ? 'orderAdmin.payAgainText' : 'orderAdmin.payText';
}

export function RefundButton({ id, order }: PartProps) {
  const { paidMinor, cardMinor, currency } = order;
  const keyOf = useKeyOf();
  const [seen, see] = useState({ paidMinor, steps: 0 });
  return (
    <ConfirmButton
      label={t('orderAdmin.refund')}
      variant="danger"
      question={t(cardMinor > 0 ? 'orderAdmin.refundCardQuestion' : 'orderAdmin.refundQuestion')}
      text={t(cardMinor > 0 ? 'orderAdmin.refundCardText' : 'orderAdmin.refundText')}
      changes={orderChanges}
      onOpen={() => see({ paidMinor, steps: order.steps.length + order.payments.length })}
      fields={({ errors, field }) => (
        <>
          <AmountField currency={currency} minor={cardMinor || paidMinor} error={errors.amountMinor} />
          <PasswordField label={t('orderAdmin.password')} {...field('password')} autoComplete="current-password" />
        </>
      )}
      action={({ amount = '', password = '' }) => {
        const amountMinor = parseMoney(amount, currency) ?? Number.NaN;
        const key = keyOf({ id, amountMinor, ...seen });
        return callFunction('refundOrder', { id, amountMinor, key, password });
      }}
    />
  );
}

type AmountProps = { currency: string; minor: number; error: string | undefined };

function AmountField({ currency, minor, error }: AmountProps) {
  return (
    <TextField
      // Two dialogs of the page have one.
      id={useId()}
      label={t('orderAdmin.amount', { currency })}
      name="amount"
      inputMode="decimal"
      autoComplete="off"
      defaultValue={minor > 0 ? typedDecimals({ minor, currency }, t.language) : ''}
      error={error}
    />
  );
}

/** What came, what went back, who noted it, and the invoices of it. */
export function OrderMoney({ id, order }: PartProps) {
  const { payments, currency, state, totalMinor, paidMinor, dueAt, invoices } = order;
  const money = (minor: number) => formatMoney({ minor, currency }, t.language);
  const hasRefunds = payments.some(({ amountMinor }) => amountMinor < 0);
  const isOwed = state === 'placed' && !order.withdrawnAt;
  return (
    <Section id="money" title={t('orderAdmin.money')}>
      <ShortTable
        labelledBy="money"
        labels={[t('orderAdmin.payment', { kind: 'any' }), t('orderAdmin.by'), t('orderAdmin.sum')]}
        rows={payments.map(({ id: payment, kind, amountMinor, at, by, takenBack, canTakeBack }) => ({
          id: payment,
          cells: [
            <div key="kind" className="grid gap-1">
              {t('orderAdmin.payment', { kind })}
              <span className="font-normal text-ink-soft">
                <DayAndTime at={at} />
              </span>
              {takenBack && <span>{t('orderAdmin.mistaken')}</span>}
              {canTakeBack && <TakeBackButton {...{ id, order, payment }} sum={money(amountMinor)} />}
            </div>,
            by ??
              t('orderAdmin.actor', { actor: kind === 'transfer' || kind === 'refund' ? 'administrator' : 'payments' }),
            takenBack ? <s key="sum">{money(amountMinor)}</s> : money(amountMinor),
          ],
        }))}
        sums={[
          { id: 'paid', cells: [t(hasRefunds ? 'orderAdmin.paidLess' : 'orderAdmin.paid'), '', money(paidMinor)] },
          ...(isOwed
            ? [{ id: 'due', cells: [t('orderAdmin.due', { day: whenOf(dueAt) }), '', money(totalMinor - paidMinor)] }]
            : []),
        ]}
      />
      {invoices.length > 0 && (
        <ul aria-label={t('orderAdmin.invoices')} className="flex flex-wrap gap-x-6">
          {invoices.map(({ number, kind }) => (
            <li key={number} className="wrap-anywhere">
              <a href={orderInvoicePath(id, String(number))} className="inline-block min-h-12 content-center">
                {t('orderAdmin.invoice', { kind, number: String(number) })}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function TakeBackButton({ id, order, payment, sum }: PartProps & { payment: string; sum: string }) {
  return (
    <ConfirmButton
      label={t('orderAdmin.takeBack', { sum })}
      question={t('orderAdmin.takeBackQuestion', { sum })}
      text={t(wordsOfTakingBack(order))}
      changes={[adminKeys.orders, adminKeys.tables]}
      always
      action={() => callFunction('takeBackPayment', { id, payment })}
    />
  );
}

function wordsOfTakingBack({ state, withdrawnAt }: OrderForAdmin) {
  if (state === 'cancelled' || state === 'refunded') return 'orderAdmin.takeBackOverText';
  return withdrawnAt ? 'orderAdmin.takeBackWithdrawnText' : 'orderAdmin.takeBackText';
}
