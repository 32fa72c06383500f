import { useState } from 'react';
import { nameOfCountry } from '../../../domain/shop/contract/delivery.ts';
import type { OrderForAdmin } from '../../../domain/shop/contract/order-view.ts';
import { AddressInput } from '../../../ui/address-input.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { presentValues } from '../../core/data/function-error.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { NotSaved } from '../../widgets/not-saved.tsx';
import { useChangedFields } from '../../widgets/use-changed-fields.ts';
import { adminKeys } from './queries.ts';

type AddressButtonProps = { id: string; order: OrderForAdmin };

export function AddressButton({ id, order: { address, addressFields } }: AddressButtonProps) {
  const t = useTranslations();
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
      fields={(wrong) =>
        addressFields.map((field) => (
          <AddressInput
            // A `<select>` that is drawn keeps its choice when its default changes.
            key={`${field.name} ${drawn.time}`}
            {...{ t, field }}
            autoComplete="off"
            typed={drawn.address[field.name]}
            error={wrong[`address.${field.name}`]}
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
