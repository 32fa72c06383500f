import { useState } from 'react';
import { maxTracking, wordsOfShipment } from '../../../domain/shop/contract/order.ts';
import { orderFilePath } from '../../../paths/paths.ts';
import { TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { reasonOf } from '../../core/data/function-error.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { Section } from './admin-page.tsx';
import { useActs } from './cells.tsx';
import { isEnded, type PartProps, PaymentButton, RefundButton } from './order-money.tsx';
import { openWhenProved } from './proved-files.tsx';
import { orderChanges } from './queries.ts';

export function NextSteps({ id, order }: PartProps) {
  const t = useTranslations();
  const { state, paidMinor, shipment } = order;
  const { button, failure } = useActs<unknown>({ changes: orderChanges, always: true });
  const isAwaited = state === 'placed' || isEnded(order);
  const payment = order.totalMinor > 0 && <PaymentButton id={id} order={order} />;
  const isPacked = state === 'packed' || state === 'shipped' || state === 'delivered';
  return (
    <Section id="next-steps" title={t('orderAdmin.next')}>
      <div className="flex flex-wrap gap-3">
        {isAwaited && payment}
        {state === 'paid' &&
          !order.withdrawnAt &&
          button(t('orderAdmin.pack'), () => callFunction('packOrder', { id }), 'primary')}
        {state === 'packed' && <ShipButton id={id} order={order} />}
        {state === 'shipped' && button(t('orderAdmin.deliver'), () => callFunction('deliverOrder', { id }), 'primary')}
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
      {failure}
      {shipment && <p>{t('orderAdmin.shipment', wordsOfShipment(shipment))}</p>}
      {isPacked && <Files id={id} hasGiftCards={order.hasGiftCards} />}
    </Section>
  );
}

function ShipButton({ id, order }: PartProps) {
  const t = useTranslations();
  // What is read anew while the dialog is open was not known to who opened it.
  const [withdrawn, knowWithdrawn] = useState(false);
  return (
    <ConfirmButton
      label={t('orderAdmin.ship')}
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

type ShipmentFieldsProps = { trackingLabel: string; wrong: Record<string, string | undefined> };

export function ShipmentFields({ trackingLabel, wrong }: ShipmentFieldsProps) {
  const t = useTranslations();
  return (
    <>
      <TextField label={t('orderAdmin.carrier')} name="carrier" maxLength={maxTracking} error={wrong.carrier} />
      <TextField label={trackingLabel} name="tracking" maxLength={maxTracking} error={wrong.tracking} />
    </>
  );
}
