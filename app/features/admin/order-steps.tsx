import { useState } from 'react';
import { storageOf } from '../../../browser/storage.ts';
import { nameOfCountry } from '../../../domain/shop/contract/delivery.ts';
import { maxTracking, wordsOfShipment } from '../../../domain/shop/contract/order-states.ts';
import type { OrderForAdmin } from '../../../domain/shop/contract/order-view.ts';
import { orderFilePath } from '../../../paths/paths.ts';
import { AddressInput } from '../../../ui/address-input.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { callFunction, presentValues, reasonOf } from '../../core/data/call-function.ts';
import { t } from '../../core/document/app-translations.ts';
import { NotSaved, useChangedFields } from '../../widgets/changed-fields.tsx';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import type { FormState } from '../../widgets/form.tsx';
import { Section, useActs } from './admin-page.tsx';
import { isEnded, type PartProps, PaymentButton, RefundButton } from './order-money.tsx';
import { openWhenProved } from './proved-files.tsx';
import { adminKeys, orderChanges } from './queries.ts';

export function NextSteps({ id, order }: PartProps) {
  const { state, paidMinor, shipment } = order;
  const { button, failure } = useActs<unknown>({ changes: orderChanges, always: true });
  const isPacked = state === 'packed' || state === 'shipped' || state === 'delivered';
  return (
    <Section id="next-steps" title={t('orderAdmin.next')}>
      {isEnded(order) && paidMinor <= 0 && !order.canCancel && <p>{t('orderAdmin.nothingNext')}</p>}
      <div className="flex flex-wrap gap-3">
        {state === 'paid' &&
          !order.withdrawnAt &&
          button(t('orderAdmin.pack'), () => callFunction('packOrder', { id }), 'primary')}
        {state === 'packed' && <ShipButton id={id} order={order} />}
        {state === 'shipped' && button(t('orderAdmin.deliver'), () => callFunction('deliverOrder', { id }), 'primary')}
        {order.totalMinor > 0 && <PaymentButton id={id} order={order} />}
        {paidMinor > 0 && <RefundButton id={id} order={order} />}
        {order.canCancel && (
          <ConfirmButton
            label={t('orderAdmin.cancel')}
            variant="danger"
            question={t('orderAdmin.cancelQuestion')}
            keep={t('orderAdmin.keep')}
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
  // As it was when the dialog opened: its reader knows no more.
  const [withdrawn, knowWithdrawn] = useState(false);
  return (
    <ConfirmButton
      label={t('orderAdmin.ship')}
      variant="primary"
      question={t('orderAdmin.shipQuestion')}
      verbVariant="primary"
      fields={({ field }) => <ShipmentFields trackingLabel={t('orderAdmin.tracking')} field={field} />}
      onOpen={() => knowWithdrawn(order.withdrawnAt !== null)}
      text={t(withdrawn ? 'orderAdmin.shipWithdrawnText' : 'orderAdmin.shipText')}
      changes={orderChanges}
      always
      action={async ({ carrier = '', tracking = '' }) => {
        await callFunction('shipOrder', { id, carrier, tracking, withdrawn }).catch((error) => {
          if (reasonOf(error) === 'withdrawn') knowWithdrawn(true);
          throw error;
        });
        keepCarrier(carrier);
      }}
    />
  );
}

function Files({ id, hasGiftCards }: { id: string; hasGiftCards: boolean }) {
  const giftCards = hasGiftCards ? (['gift-cards.pdf'] as const) : [];
  const files = ['slip.pdf', 'tags.pdf', 'tags.zip', 'tags.csv', ...giftCards] as const;
  return (
    <ul>
      {files.map((file) => (
        <li key={file}>
          <a href={orderFilePath(id, file)} onClick={openWhenProved} className="block min-h-12 content-center">
            {t(`orderAdmin.file-${file.replace('.', '-') as 'slip-pdf'}`)}
          </a>
        </li>
      ))}
    </ul>
  );
}

const storage = storageOf('sessionStorage');

/** The next parcel of this visit most often goes the same way. */
export const keepCarrier = (carrier: string) => storage?.setItem('carrier', carrier);

const focusInDialog = (input: HTMLInputElement | null) => input?.setAttribute('autofocus', '');

type ShipmentFieldsProps = Pick<FormState, 'field'> & { trackingLabel: string };

export function ShipmentFields({ trackingLabel, field }: ShipmentFieldsProps) {
  const carrier = storage?.getItem('carrier') ?? '';
  return (
    <>
      <TextField {...field('carrier')} label={t('orderAdmin.carrier')} defaultValue={carrier} maxLength={maxTracking} />
      <TextField
        {...field('tracking')}
        ref={carrier ? focusInDialog : null}
        label={trackingLabel}
        maxLength={maxTracking}
      />
    </>
  );
}

type AddressButtonProps = { id: string; order: OrderForAdmin };

export function AddressButton({ id, order: { address, addressFields } }: AddressButtonProps) {
  const fields = useChangedFields({ address });
  const [drawn, setDrawn] = useState({ address, time: 0 });
  const [sent, setSent] = useState(address);
  const draw = (next: typeof address) => {
    setDrawn({ address: next, time: drawn.time + 1 });
    setSent(next);
  };
  const save = (typed: Record<string, string>) => {
    const wanted = { ...drawn.address, ...typed };
    const from = { address: fields.loaded.address };
    setSent(wanted);
    return callFunction('changeOrderAddress', { id, address: wanted, from }).catch((error) => {
      fields.meet(presentValues(error));
      throw error;
    });
  };
  const country = nameOfCountry(address.country, t);
  return (
    <ConfirmButton
      label={t('orderAdmin.changeAddress')}
      question={t('orderAdmin.addressQuestion')}
      verb={t('orderAdmin.addressSave')}
      verbVariant="primary"
      fields={({ errors }) =>
        addressFields.map((field) => (
          <AddressInput
            // A `<select>` that is drawn keeps its choice when its default changes.
            key={`${field.name} ${drawn.time}`}
            {...{ t, field }}
            autoComplete="off"
            typed={drawn.address[field.name]}
            error={errors[`address.${field.name}`]}
          />
        ))
      }
      onOpen={() => {
        draw(address);
        fields.begin({ address });
      }}
      changes={[adminKeys.orders, adminKeys.tables]}
      always
      action={save}
    >
      <p>{t('orderAdmin.addressText')}</p>
      <p>{t('orderAdmin.addressCountry', { country })}</p>
      <p>{t('orderAdmin.otherCountry')}</p>
      <NotSaved
        error={null}
        apart={fields.apartFrom({ address: sent })}
        mine={{ address: sent }}
        theirs={fields.loaded}
        labelOf={() => t('orderAdmin.address')}
        onTake={({ address: theirs }) => draw(theirs)}
      />
    </ConfirmButton>
  );
}
