import { useState } from 'react';
import { formatMoney } from '../../../domain/shop/contract/money.ts';
import { maxOrdersAtOnce, maxTracking } from '../../../domain/shop/contract/order-states.ts';
import type { OrderSummary } from '../../../domain/shop/contract/order-view.ts';
import type { FunctionOutput } from '../../../functions/list.ts';
import { packingListPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ActionButton, LinkButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { t } from '../../core/document/app-translations.ts';
import { useSearchParams } from '../../core/navigation/navigation.tsx';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { useChange } from '../../widgets/form.tsx';
import { keepCarrier, ShipmentFields } from './order-steps.tsx';
import { openWhenProved } from './proved-files.tsx';
import { adminKeys, orderChanges } from './queries.ts';

const changes = [...orderChanges, adminKeys.needs];

type Answer = FunctionOutput<'markOrdersPaid'>;
type Outcome = Answer['outcomes'][number];

const isSettled = (outcome: Outcome['outcome']) => outcome === 'done' || outcome === 'already';

/** What is kept with the entry of the history, which may outlive a sign-out: nothing about the buyer. */
export type ChosenOrder = Pick<OrderSummary, 'id' | 'number' | 'totalMinor' | 'currency'>;

type Props = {
  shown: OrderSummary[];
  chosen: ChosenOrder[];
  onChoose(orders: ChosenOrder[], isChosen: boolean): void;
};

export function OrdersAtOnce({ shown, chosen, onChoose }: Props) {
  const [outcomes, setOutcomes] = useState<Outcome[]>([]);
  const count = chosen.length;
  const params = useSearchParams();
  const isNoneThere = shown.length + count === 0 && !params.get('search') && !params.get('state');
  const first = shown.slice(0, maxOrdersAtOnce);
  const take = (answer: Answer) => {
    setOutcomes(answer.outcomes);
    const over = answer.outcomes.filter(({ outcome }) => isSettled(outcome) || outcome === 'missing');
    const isOver = new Set(over.map(({ id }) => id));
    const ended = chosen.filter(({ id }) => isOver.has(id));
    onChoose(ended, false);
  };
  const change = useChange((call: Promise<Answer>) => call, { changes, always: true, onSuccess: take }).mutateAsync;
  const ids = chosen.map(({ id }) => id);
  return (
    <section className="grid grid-cols-1 gap-3" aria-label={t('ordersAtOnce.choose')}>
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className={count > 0 ? 'font-bold' : 'sr-only'}>
          {t('ordersAtOnce.chosen', { count })}
          {count >= maxOrdersAtOnce && ` · ${t('ordersAtOnce.most')}`}
        </p>
        {first.length > 1 && (
          <ActionButton onClick={() => onChoose(first, true)}>
            {t('ordersAtOnce.chooseAll', { count: first.length })}
          </ActionButton>
        )}
        {count > 0 && (
          <ActionButton onClick={() => onChoose(chosen, false)}>{t('ordersAtOnce.chooseNone')}</ActionButton>
        )}
        {!isNoneThere && (
          <LinkButton
            href={packingListPath(count > 0 ? ids : undefined)}
            variant="secondary"
            target="_blank"
            onClick={openWhenProved}
          >
            {t(count > 0 ? 'ordersAtOnce.packingListChosen' : 'ordersAtOnce.packingList')}
          </LinkButton>
        )}
      </div>
      {count > 0 && (
        <div className="flex flex-wrap gap-3">
          {(['paid', 'packed'] as const).map((state) => (
            <ConfirmButton
              key={state}
              label={t(state === 'paid' ? 'orderAdmin.pay' : 'orderAdmin.pack')}
              question={t(`ordersAtOnce.${state}Question`, { count })}
              verbVariant="primary"
              text={t(`ordersAtOnce.${state}Text`)}
              action={() => change(callFunction(state === 'paid' ? 'markOrdersPaid' : 'markOrdersPacked', { ids }))}
            >
              <Named orders={chosen} withSum={state === 'paid'} />
            </ConfirmButton>
          ))}
          <Ship orders={chosen} change={change} />
        </div>
      )}
      {outcomes.length > 0 && (
        <div key={outcomes.map(({ id, outcome }) => id + outcome).join()} tabIndex={-1} ref={focus}>
          <Outcomes outcomes={outcomes} />
        </div>
      )}
    </section>
  );
}

/** The button that was pressed goes away with the last order that was chosen. */
const focus = (element: HTMLElement | null) => element?.focus();

type ShipProps = { orders: ChosenOrder[]; change(call: Promise<Answer>): Promise<Answer> };

function Ship({ orders, change }: ShipProps) {
  const count = orders.length;
  return (
    <ConfirmButton
      label={t('orderAdmin.ship')}
      question={t('ordersAtOnce.shippedQuestion', { count })}
      verbVariant="primary"
      text={t('ordersAtOnce.shippedText')}
      fields={({ field }) => (
        <>
          <ShipmentFields trackingLabel={t('ordersAtOnce.trackingOfAll')} field={field} />
          {count > 1 && (
            <details>
              <summary className="min-h-12 cursor-pointer content-center">{t('ordersAtOnce.trackingOfEach')}</summary>
              <div className="grid grid-cols-1 gap-3">
                {orders.map(({ id, number }) => (
                  <TextField
                    key={id}
                    label={t('ordersAtOnce.trackingOf', { number: String(number) })}
                    name={id}
                    maxLength={maxTracking}
                  />
                ))}
              </div>
            </details>
          )}
        </>
      )}
      action={async ({ carrier = '', tracking = '', ...own }) => {
        const sent = orders.map(({ id }) => ({ id, tracking: own[id] ?? '' }));
        await change(callFunction('markOrdersShipped', { carrier, tracking, orders: sent }));
        keepCarrier(carrier);
      }}
    >
      <Named orders={orders} />
    </ConfirmButton>
  );
}

/** What is chosen need not be on the screen. */
function Named({ orders, withSum = false }: { orders: ChosenOrder[]; withSum?: boolean }) {
  const list = new Intl.ListFormat(t.language);
  const count = orders.length;
  const numbers = list.format(orders.map(({ number }) => String(number)));
  const sums = [...new Set(orders.map(({ currency }) => currency))].map((currency) => {
    const own = orders.filter((order) => order.currency === currency);
    const minor = own.reduce((all, { totalMinor }) => all + totalMinor, 0);
    return formatMoney({ minor, currency }, t.language);
  });
  const said = withSum
    ? t('ordersAtOnce.numbersAndSum', { count, numbers, sum: list.format(sums) })
    : t('ordersAtOnce.numbers', { count, numbers });
  return <p className="max-h-40 overflow-y-auto wrap-anywhere">{said}</p>;
}

function Outcomes({ outcomes }: { outcomes: Outcome[] }) {
  const done = outcomes.filter(({ outcome }) => outcome === 'done').length;
  const isLeft = ({ outcome }: Outcome) => !isSettled(outcome);
  const isAll = !outcomes.some(isLeft);
  // As it was then, also when others are chosen meanwhile.
  const left = outcomes.filter((each) => isLeft(each) && each.outcome !== 'missing').length;
  const leftFirst = outcomes.toSorted((one, other) => Number(isLeft(other)) - Number(isLeft(one)));
  return (
    <Alert tone={isAll ? 'success' : 'error'} title={t('ordersAtOnce.result', { done, left })}>
      <ul className="max-h-80 overflow-y-auto">
        {leftFirst.map(({ id, number, words }) => (
          <li key={id}>
            {number === null
              ? `${t('ordersAtOnce.noOrder')}: ${words}`
              : t('ordersAtOnce.outcomeOf', { number: String(number), words })}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
