import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { nameOfCountry } from '../../domain/shop/contract/country-name.ts';
import type { OrderForAdmin } from '../../domain/shop/contract/order.ts';
import { AddressInput } from '../../ui/address-input.tsx';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { isChangedMeanwhile } from '../data/function-error.ts';
import { ConfirmButton } from '../widgets/confirm-button.tsx';
import { orderQuery, readOrdersAnew } from './shop-queries.ts';

export function AddressButton({
  id,
  order: { address, addressFields, addressLines },
}: {
  id: string;
  order: OrderForAdmin;
}) {
  const t = useWords();
  const client = useQueryClient();
  // What changes elsewhere while it is typed replaces nothing that was typed.
  const [drawn, draw] = useState(address);
  const [seen, see] = useState(address);
  const save = async (typed: Record<string, string>) => {
    try {
      await callFunction('changeOrderAddress', { id, address: { ...seen, ...typed }, seen });
    } catch (error) {
      if (isChangedMeanwhile(error)) see((await client.fetchQuery({ ...orderQuery(id), staleTime: 0 })).address);
      throw error;
    }
    await readOrdersAnew(client);
  };
  const country = nameOfCountry(address.country, t);
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
