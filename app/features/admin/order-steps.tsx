import { useState } from 'react';
import { wordsOfShipment } from '../../../domain/shop/contract/order.ts';
import { orderFilePath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { reasonOf } from '../../core/data/function-error.ts';
import { useChange } from '../../core/data/use-change.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { openWhenProved } from './admin-table.tsx';
import { isEnded, orderChanges, type PartProps, PaymentButton, RefundButton } from './order-money.tsx';
import { ShipmentFields } from './shipment-fields.tsx';

export function NextSteps({ id, order }: PartProps) {
  const t = useTranslations();
  const { state, paidMinor, shipment } = order;
  const does = useChange((name: 'packOrder' | 'deliverOrder') => callFunction(name, { id }), {
    changes: orderChanges,
    always: true,
  });
  const isAwaited = state === 'placed' || isEnded(order);
  const payment = order.totalMinor > 0 && <PaymentButton id={id} order={order} />;
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
        {state === 'packed' && <ShipButton id={id} order={order} />}
        {state === 'shipped' && (
          <Button type="button" disabled={does.isPending} onClick={() => does.mutate('deliverOrder')}>
            {t('orderAdmin.deliver')}
          </Button>
        )}
        {!isAwaited && payment}
        {paidMinor > 0 && <RefundButton id={id} order={order} />}
        {order.canCancel && (
          <ConfirmButton
            label={t('orderAdmin.cancel')}
            variant="danger"
            question={t('orderAdmin.cancelQuestion')}
            text={t(shipment ? 'orderAdmin.cancelSentText' : 'orderAdmin.cancelText')}
            changes={orderChanges}
            action={() => callFunction('cancelOrder', { id })}
          />
        )}
      </div>
      {does.error && <Alert tone="error">{does.error.message}</Alert>}
      {shipment && <p>{t('orderAdmin.shipment', wordsOfShipment(shipment))}</p>}
      {isPacked && <Files id={id} hasGiftCards={order.hasGiftCards} />}
    </section>
  );
}

function ShipButton({ id, order }: PartProps) {
  const t = useTranslations();
  // What is read anew while the dialog is open was not known to who opened it.
  const [withdrawn, knowWithdrawn] = useState(false);
  return (
    <ConfirmButton
      label={t('orderAdmin.ship')}
      variant="secondary"
      question={t('orderAdmin.shipQuestion')}
      verbVariant="primary"
      fields={(wrong) => <ShipmentFields trackingLabel={t('orderAdmin.tracking')} wrong={wrong} />}
      onOpen={() => knowWithdrawn(order.withdrawnAt !== null)}
      text={t(withdrawn ? 'orderAdmin.shipWithdrawnText' : 'orderAdmin.shipText')}
      changes={orderChanges}
      always
      action={({ carrier = '', tracking = '' }) =>
        callFunction('shipOrder', { id, carrier, tracking, withdrawn }).catch((error) => {
          if (reasonOf(error) === 'withdrawn') knowWithdrawn(true);
          throw error;
        })
      }
    />
  );
}

/** What is printed for a packed order. */
function Files({ id, hasGiftCards }: { id: string; hasGiftCards: boolean }) {
  const t = useTranslations();
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
