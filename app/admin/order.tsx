import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { decimals, formatMoney, parseMoney } from '../../domain/shop/contract/money.ts';
import { type OrderForAdmin, wordsOfShipment } from '../../domain/shop/contract/order.ts';
import { adminOrdersPath, orderFilePath, orderInvoicePath } from '../../paths/paths.ts';
import { AddressInput } from '../../ui/address-input.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { FunctionError, reasonOf } from '../data/function-error.ts';
import { useKeyOf } from '../data/use-key-of.ts';
import { ConfirmButton } from '../widgets/confirm-button.tsx';
import { whenOf } from '../widgets/dates.ts';
import { PageHeading } from '../widgets/page-heading.tsx';
import { openWhenProved } from './admin-table.tsx';
import { LoadedSubject } from './loaded-subject.tsx';
import { ShipmentFields } from './shipment-fields.tsx';
import { orderQuery } from './shop-queries.ts';

/** One order: what it is, what happened, and what can be done next. */
export function Order({ id }: { id: string }) {
  const t = useWords();
  const order = useQuery(orderQuery(id));
  return (
    <LoadedSubject
      back={{ label: t('orderAdmin.title'), href: adminOrdersPath() }}
      query={order}
      failure={t('orderAdmin.orderFailed')}
      missing={t('orderAdmin.noSuchOrder')}
    >
      {(shown) => (
        <>
          <PageHeading>{t('orderAdmin.order', { number: String(shown.number) })}</PageHeading>
          <p className="text-xl font-bold">{t('orderAdmin.state', { state: shown.state })}</p>
          {shown.withdrawnAt && (
            <Notice tone={shown.paidMinor > 0 ? 'error' : 'info'} title={t('orderAdmin.withdrawn')}>
              <p>{t(wordsOfWithdrawal(shown))}</p>
            </Notice>
          )}
          <Problems id={id} order={shown} />
          <NextSteps id={id} order={shown} />
          <Facts id={id} order={shown} />
        </>
      )}
    </LoadedSubject>
  );
}

function wordsOfWithdrawal({ paidMinor, canCancel }: OrderForAdmin) {
  if (paidMinor > 0) return 'orderAdmin.withdrawnText';
  return canCancel ? 'orderAdmin.withdrawnFree' : 'orderAdmin.withdrawnSettled';
}

type PartProps = { id: string; order: OrderForAdmin };

function Problems({ id, order: { problems } }: PartProps) {
  const t = useWords();
  const client = useQueryClient();
  return problems.map((problem) => {
    const { reason, amountMinor: minor, currency, reference } = problem;
    return (
      <Notice key={problem.id} tone="error" title={t('orderAdmin.problemTitle')}>
        <p>{t('orderAdmin.problem', { reason, sum: formatMoney({ minor, currency }, t.language) })}</p>
        <p className="wrap-anywhere">{t('orderAdmin.problemReference', { reference })}</p>
        <ConfirmButton
          label={t('orderAdmin.accept')}
          variant="secondary"
          question={t('orderAdmin.acceptQuestion')}
          verb={t('orderAdmin.accept')}
          verbVariant="primary"
          action={() =>
            callFunction('acceptPayment', { id, problem: problem.id }).then(() =>
              client.invalidateQueries({ queryKey: ['orders'] }),
            )
          }
        >
          <p>{t('orderAdmin.acceptText')}</p>
        </ConfirmButton>
      </Notice>
    );
  });
}

function NextSteps({ id, order }: PartProps) {
  const t = useWords();
  const client = useQueryClient();
  const changed = () => Promise.all([readOrdersAnew(client), client.invalidateQueries({ queryKey: ['products'] })]);
  const { state, paidMinor, shipment } = order;
  const does = useMutation({
    mutationFn: (name: 'packOrder' | 'deliverOrder') => callFunction(name, { id }),
    onSettled: changed,
  });
  const isPacked = state === 'packed' || state === 'shipped' || state === 'delivered';
  return (
    <section className="grid grid-cols-1 gap-4" aria-labelledby="next-steps">
      <h2 id="next-steps">{t('orderAdmin.next')}</h2>
      <div className="flex flex-wrap gap-3">
        {(state === 'placed' || isOver(order)) && <PaymentButton id={id} order={order} onDone={changed} />}
        {state === 'paid' && (
          <Button type="button" disabled={does.isPending} onClick={() => does.mutate('packOrder')}>
            {t('orderAdmin.pack')}
          </Button>
        )}
        {state === 'packed' && <ShipButton id={id} onDone={changed} />}
        {state === 'shipped' && (
          <Button type="button" disabled={does.isPending} onClick={() => does.mutate('deliverOrder')}>
            {t('orderAdmin.deliver')}
          </Button>
        )}
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
  return (
    <ConfirmButton
      label={t('orderAdmin.pay')}
      variant="secondary"
      question={t('orderAdmin.payQuestion')}
      verb={t('orderAdmin.pay')}
      verbVariant="primary"
      fields={(wrong) => (
        <AmountField currency={currency} minor={Math.max(0, totalMinor - paidMinor)} error={wrong.amountMinor} />
      )}
      action={({ amount = '' }) => {
        const amountMinor = parseMoney(amount, currency) ?? Number.NaN;
        const key = keyOf({ id, amountMinor, paidMinor });
        return callFunction('confirmPayment', { id, amountMinor, key }).then(onDone);
      }}
    >
      <p>{t(isOver(order) ? 'orderAdmin.payOverText' : 'orderAdmin.payText')}</p>
    </ConfirmButton>
  );
}

function RefundButton({ id, order: { paidMinor, cardMinor, currency }, onDone }: ActionProps) {
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
        const key = keyOf({ id, amountMinor, paidMinor });
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
      defaultValue={decimals({ minor, currency })}
      {...(error && { error })}
    />
  );
}

function ShipButton({ id, onDone }: Omit<ActionProps, 'order'>) {
  const t = useWords();
  return (
    <ConfirmButton
      label={t('orderAdmin.ship')}
      variant="secondary"
      question={t('orderAdmin.shipQuestion')}
      verb={t('orderAdmin.ship')}
      verbVariant="primary"
      fields={(wrong) => <ShipmentFields trackingLabel={t('orderAdmin.tracking')} wrong={wrong} />}
      action={({ carrier = '', tracking = '' }) => callFunction('shipOrder', { id, carrier, tracking }).then(onDone)}
    >
      <p>{t('orderAdmin.shipText')}</p>
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

function readOrdersAnew(client: QueryClient) {
  return Promise.all([
    client.invalidateQueries({ queryKey: ['orders'] }),
    client.invalidateQueries({ queryKey: ['admin-table'] }),
  ]);
}

function AddressButton({ id, order: { address, addressFields, addressLines } }: PartProps) {
  const t = useWords();
  const client = useQueryClient();
  // What changes elsewhere while it is typed replaces nothing that was typed.
  const [drawn, draw] = useState(address);
  const [seen, see] = useState(address);
  const save = async (typed: Record<string, string>) => {
    try {
      await callFunction('changeOrderAddress', { id, address: { ...seen, ...typed }, seen });
    } catch (error) {
      if (error instanceof FunctionError && reasonOf(error) === 'changed-meanwhile')
        see((await client.fetchQuery({ ...orderQuery(id), staleTime: 0 })).address);
      throw error;
    }
    await readOrdersAnew(client);
  };
  const country = new Intl.DisplayNames(t.language, { type: 'region' }).of(address.country) ?? address.country;
  return (
    <ConfirmButton
      label={t('orderAdmin.changeAddress')}
      variant="secondary"
      question={t('orderAdmin.addressQuestion')}
      verb={t('orderAdmin.addressSave')}
      verbVariant="primary"
      fields={(wrong) =>
        addressFields.map((field) => (
          <AddressInput
            // A `<select>` that is drawn keeps its choice when its default changes.
            key={field.name + drawn[field.name]}
            {...{ t, field }}
            autoComplete="off"
            typed={drawn[field.name]}
            error={wrong[`address.${field.name}`]}
          />
        ))
      }
      onOpen={() => {
        draw(address);
        see(address);
      }}
      action={save}
    >
      <p>{t('orderAdmin.addressText')}</p>
      <p>{t('orderAdmin.addressCountry', { country })}</p>
      <p>{t('orderAdmin.otherCountry')}</p>
      {seen !== drawn && (
        <div>
          <p>{t('orderAdmin.addressNow')}</p>
          <address className="wrap-anywhere whitespace-pre-line not-italic">{addressLines.join('\n')}</address>
        </div>
      )}
    </ConfirmButton>
  );
}

function Facts({ id, order }: PartProps) {
  const t = useWords();
  const { lines, currency, email, addressLines, deliveryMinor, totalMinor, paidMinor, steps, dueAt } = order;
  const money = (minor: number) => formatMoney({ minor, currency }, t.language);
  return (
    <>
      <section className="grid grid-cols-1 gap-2" aria-labelledby="goods">
        <h2 id="goods">{t('orderAdmin.goods')}</h2>
        <ul className="grid gap-1">
          {lines.map((line) => (
            <li key={line.name} className="wrap-anywhere">
              {t('orderAdmin.line', { quantity: line.quantity, name: line.name, sum: money(line.totalMinor) })}
            </li>
          ))}
        </ul>
        <p>{t('orderAdmin.delivery', { sum: money(deliveryMinor) })}</p>
        <p className="font-bold">{t('orderAdmin.total', { sum: money(totalMinor) })}</p>
        <p>{t('orderAdmin.paid', { sum: money(paidMinor) })}</p>
        {order.state === 'placed' && <p>{t('orderAdmin.due', { day: whenOf(dueAt) })}</p>}
      </section>
      {order.invoices.length > 0 && (
        <section className="grid grid-cols-1 gap-2" aria-labelledby="invoices">
          <h2 id="invoices">{t('orderAdmin.invoices')}</h2>
          <ul className="grid gap-2">
            {order.invoices.map(({ number, kind }) => (
              <li key={number}>
                <a href={orderInvoicePath(id, String(number))}>
                  {t('orderAdmin.invoice', { kind, number: String(number) })}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="grid grid-cols-1 gap-2" aria-labelledby="buyer">
        <h2 id="buyer">{t('orderAdmin.buyer')}</h2>
        <address className="wrap-anywhere whitespace-pre-line not-italic">{addressLines.join('\n')}</address>
        {order.canReaddress && <AddressButton id={id} order={order} />}
        <p className="wrap-anywhere" dir="ltr">
          <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
        </p>
      </section>
      <section className="grid grid-cols-1 gap-2" aria-labelledby="steps">
        <h2 id="steps">{t('orderAdmin.steps')}</h2>
        <ol className="grid gap-1">
          {steps.map(({ kind, actor, at }) => (
            <li key={at + kind}>
              <time dateTime={at}>{whenOf(at)}</time>: {t('orderAdmin.step', { kind, actor })}
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}
