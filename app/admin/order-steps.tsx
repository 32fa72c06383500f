import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { decimals, parseMoney } from '../../domain/shop/contract/money.ts';
import { type OrderForAdmin, wordsOfShipment } from '../../domain/shop/contract/order.ts';
import { orderFilePath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { reasonOf } from '../data/function-error.ts';
import { useKeyOf } from '../data/use-key-of.ts';
import { ConfirmButton } from '../widgets/confirm-button.tsx';
import { openWhenProved } from './admin-table.tsx';
import { ShipmentFields } from './shipment-fields.tsx';
import { readOrdersAnew } from './shop-queries.ts';

type PartProps = { id: string; order: OrderForAdmin };

export function NextSteps({ id, order }: PartProps) {
  const t = useWords();
  const client = useQueryClient();
  const changed = () => Promise.all([readOrdersAnew(client), client.invalidateQueries({ queryKey: ['products'] })]);
  const { state, paidMinor, shipment } = order;
  const does = useMutation({
    mutationFn: (name: 'packOrder' | 'deliverOrder') => callFunction(name, { id }),
    onSettled: changed,
  });
  const isAwaited = state === 'placed' || isOver(order);
  const payment = order.totalMinor > 0 && <PaymentButton id={id} order={order} onDone={changed} />;
  const isPacked = state === 'packed' || state === 'shipped' || state === 'delivered';
  return (
    <section className="grid grid-cols-1 gap-4" aria-labelledby="next-steps">
      <h2 id="next-steps">{t('orderAdmin.next')}</h2>
      <div className="flex flex-wrap gap-3">
        {isAwaited && payment}
        {state === 'paid' && !order.withdrawnAt && (
          <Button type="button" disabled={does.isPending} onClick={() => does.mutate('packOrder')}>
            {t('orderAdmin.pack')}
          </Button>
        )}
        {state === 'packed' && <ShipButton id={id} order={order} onDone={changed} />}
        {state === 'shipped' && (
          <Button type="button" disabled={does.isPending} onClick={() => does.mutate('deliverOrder')}>
            {t('orderAdmin.deliver')}
          </Button>
        )}
        {!isAwaited && payment}
        {paidMinor > 0 && <RefundButton id={id} order={order} onDone={changed} />}
        {order.canCancel && (
          <ConfirmButton
            label={t('orderAdmin.cancel')}
            variant="danger"
            question={t('orderAdmin.cancelQuestion')}
            verb={t('orderAdmin.cancel')}
            action={() => callFunction('cancelOrder', { id }).then(changed)}
          >
            <p>{t(shipment ? 'orderAdmin.cancelSentText' : 'orderAdmin.cancelText')}</p>
          </ConfirmButton>
        )}
      </div>
      {does.error && <Notice tone="error">{does.error.message}</Notice>}
      {shipment && <p>{t('orderAdmin.shipment', wordsOfShipment(shipment))}</p>}
      {isPacked && <Files id={id} hasGiftCards={order.hasGiftCards} />}
    </section>
  );
}

type ActionProps = PartProps & { onDone(): Promise<unknown> };

/** Money that comes now is only noted, to be paid back. */
const isOver = ({ state, withdrawnAt }: OrderForAdmin) =>
  withdrawnAt !== null || state === 'cancelled' || state === 'refunded';

function PaymentButton({ id, order, onDone }: ActionProps) {
  const t = useWords();
  const { totalMinor, paidMinor, currency } = order;
  const keyOf = useKeyOf();
  // What is read anew while the dialog is open was not known to who opened it.
  const [again, sayAgain] = useState(false);
  return (
    <ConfirmButton
      label={t('orderAdmin.pay')}
      variant="secondary"
      question={t('orderAdmin.payQuestion')}
      verb={t('orderAdmin.pay')}
      verbVariant="primary"
      onOpen={() => sayAgain(order.state !== 'placed' && !isOver(order))}
      fields={(wrong) => (
        <AmountField currency={currency} minor={Math.max(0, totalMinor - paidMinor)} error={wrong.amountMinor} />
      )}
      action={({ amount = '' }) => {
        const amountMinor = parseMoney(amount, currency) ?? Number.NaN;
        const key = keyOf({ id, amountMinor, transfers: order.transfers.length, again });
        return callFunction('confirmPayment', { id, amountMinor, key, again }).finally(onDone);
      }}
    >
      <p>{t(wordsOfPaying(order, again))}</p>
    </ConfirmButton>
  );
}

function wordsOfPaying(order: OrderForAdmin, again: boolean) {
  if (isOver(order)) return 'orderAdmin.payOverText';
  return again ? 'orderAdmin.payAgainText' : 'orderAdmin.payText';
}

function RefundButton({ id, order, onDone }: ActionProps) {
  const { paidMinor, cardMinor, currency } = order;
  const t = useWords();
  const keyOf = useKeyOf();
  return (
    <ConfirmButton
      label={t('orderAdmin.refund')}
      variant="danger"
      question={t(cardMinor > 0 ? 'orderAdmin.refundCardQuestion' : 'orderAdmin.refundQuestion')}
      verb={t('orderAdmin.refund')}
      fields={(wrong) => (
        <>
          <AmountField currency={currency} minor={cardMinor || paidMinor} error={wrong.amountMinor} />
          <PasswordField
            label={t('orderAdmin.password')}
            name="password"
            autoComplete="current-password"
            {...(wrong.password && { error: wrong.password })}
          />
        </>
      )}
      action={({ amount = '', password = '' }) => {
        const amountMinor = parseMoney(amount, currency) ?? Number.NaN;
        const key = keyOf({ id, amountMinor, paidMinor, transfers: order.transfers.length });
        return callFunction('refundOrder', { id, amountMinor, key, password }).then(onDone);
      }}
    >
      <p>{t(cardMinor > 0 ? 'orderAdmin.refundCardText' : 'orderAdmin.refundText')}</p>
    </ConfirmButton>
  );
}

type AmountProps = { currency: string; minor: number; error: string | undefined };

function AmountField({ currency, minor, error }: AmountProps) {
  const t = useWords();
  return (
    <TextField
      label={t('orderAdmin.amount', { currency })}
      name="amount"
      inputMode="decimal"
      autoComplete="off"
      defaultValue={minor > 0 ? decimals({ minor, currency }) : ''}
      {...(error && { error })}
    />
  );
}

function ShipButton({ id, order, onDone }: ActionProps) {
  const t = useWords();
  // What is read anew while the dialog is open was not known to who opened it.
  const [withdrawn, knowWithdrawn] = useState(false);
  const ship = (shipment: { carrier: string; tracking: string }) =>
    callFunction('shipOrder', { id, ...shipment, withdrawn }).catch((error) => {
      if (reasonOf(error) === 'withdrawn') knowWithdrawn(true);
      throw error;
    });
  return (
    <ConfirmButton
      label={t('orderAdmin.ship')}
      variant="secondary"
      question={t('orderAdmin.shipQuestion')}
      verb={t('orderAdmin.ship')}
      verbVariant="primary"
      fields={(wrong) => <ShipmentFields trackingLabel={t('orderAdmin.tracking')} wrong={wrong} />}
      onOpen={() => knowWithdrawn(order.withdrawnAt !== null)}
      action={({ carrier = '', tracking = '' }) => ship({ carrier, tracking }).finally(onDone)}
    >
      <p>{t(withdrawn ? 'orderAdmin.shipWithdrawnText' : 'orderAdmin.shipText')}</p>
    </ConfirmButton>
  );
}

/** What is printed for a packed order. */
function Files({ id, hasGiftCards }: { id: string; hasGiftCards: boolean }) {
  const t = useWords();
  const giftCards = hasGiftCards ? (['gift-cards.pdf'] as const) : [];
  const files = ['slip.pdf', 'tags.pdf', 'tags.zip', 'tags.csv', ...giftCards] as const;
  return (
    <ul className="grid gap-2">
      {files.map((file) => (
        <li key={file}>
          <a href={orderFilePath(id, file)} onClick={openWhenProved}>
            {t(`orderAdmin.file-${file.replace('.', '-') as 'slip-pdf'}`)}
          </a>
        </li>
      ))}
    </ul>
  );
}
