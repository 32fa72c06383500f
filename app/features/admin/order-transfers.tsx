import { formatMoney } from '../../../domain/shop/contract/money.ts';
import type { OrderForAdmin } from '../../../domain/shop/contract/order-view.ts';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { whenOf } from '../../widgets/dates.ts';
import { adminKeys } from './queries.ts';

/** The transfers that were noted. One that was not for this order can be taken back. */
export function Transfers({ id, order }: { id: string; order: OrderForAdmin }) {
  const t = useTranslations();
  const { transfers, currency } = order;
  return (
    <section className="grid grid-cols-1 gap-2" aria-labelledby="transfers">
      <h2 id="transfers">{t('orderAdmin.transfers')}</h2>
      <ul className="grid gap-3">
        {transfers.map(({ id: payment, amountMinor: minor, at, takenBack, canTakeBack }) => {
          const sum = formatMoney({ minor, currency }, t.language);
          return (
            <li key={payment} className="flex flex-wrap items-center gap-3">
              <span>{t('orderAdmin.transfer', { day: whenOf(at), sum, takenBack: takenBack ? 'yes' : 'no' })}</span>
              {canTakeBack && (
                <ConfirmButton
                  label={t('orderAdmin.takeBack', { sum })}
                  variant="secondary"
                  question={t('orderAdmin.takeBackQuestion', { sum })}
                  text={t(wordsOfTakingBack(order))}
                  changes={[adminKeys.orders, adminKeys.tables]}
                  always
                  action={() => callFunction('takeBackPayment', { id, payment })}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function wordsOfTakingBack({ state, withdrawnAt }: OrderForAdmin) {
  if (state === 'cancelled' || state === 'refunded') return 'orderAdmin.takeBackOverText';
  return withdrawnAt ? 'orderAdmin.takeBackWithdrawnText' : 'orderAdmin.takeBackText';
}
