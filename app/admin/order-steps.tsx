import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { wordsOfShipment } from '../../domain/shop/contract/order.ts';
import { orderFilePath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { reasonOf } from '../data/function-error.ts';
import { ConfirmButton } from '../widgets/confirm-button.tsx';
import { openWhenProved } from './admin-table.tsx';
import { type ActionProps, isEnded, type PartProps, PaymentButton, RefundButton } from './order-money.tsx';
import { ShipmentFields } from './shipment-fields.tsx';
import { readOrdersAnew } from './shop-queries.ts';

export function NextSteps({ id, order }: PartProps) {
  const t = useWords();
  const client = useQueryClient();
  const changed = () => Promise.all([readOrdersAnew(client), client.invalidateQueries({ queryKey: ['products'] })]);
  const { state, paidMinor, shipment } = order;
  const does = useMutation({
    mutationFn: (name: 'packOrder' | 'deliverOrder') => callFunction(name, { id }),
    onSettled: changed,
  });
  const isAwaited = state === 'placed' || isEnded(order);
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
