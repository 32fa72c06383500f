import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ShopSettings } from '../../../domain/shop/contract/shop-settings.ts';
import type { Translations } from '../../../language/create-translations.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, Select, TextArea, TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { NotSaved } from '../../widgets/not-saved.tsx';
import { useChangedFields } from '../../widgets/use-changed-fields.ts';
import { useFocusWrong } from '../../widgets/use-focus-wrong.ts';
import { DeliveryFields } from './delivery-fields.tsx';
import { shopSettingsQuery } from './queries.ts';
import { TaxFields } from './tax-fields.tsx';
import { settingsIn, type TypedSettings, taxesOf, typedFrom, typedTaxes } from './typed-settings.ts';

/** What was typed stays when it cannot be saved. */
export function SettingsForm({ shop }: { shop: ShopSettings }) {
  const t = useTranslations();
  const client = useQueryClient();
  const fields = useChangedFields(shop, { together: ['taxRates', 'outsideTax'] });
  const [typed, setTyped] = useState(() => typedFrom(shop));
  const wanted = settingsIn(typed);
  const save = useMutation({
    mutationFn: () => callFunction('changeShopSettings', fields.changesTo(wanted)),
    onError: fields.onError,
    onSuccess: (saved) => {
      client.setQueryData(shopSettingsQuery.queryKey, saved);
      fields.begin(saved);
      setTyped(typedFrom(saved));
    },
  });
  const { form, errors } = useFocusWrong(save.error);
  const type = (change: Partial<TypedSettings>) => {
    save.reset();
    setTyped({ ...typed, ...change });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const field = (label: Label, path: string, value: string | undefined, take: (text: string) => void) => ({
    label: t(`shopAdmin.${label}`),
    name: label,
    value,
    onChange: ({ target }: { target: { value: string } }) => take(target.value),
    ...(errors[path] && { error: errors[path] }),
  });
  const text = (name: 'currency' | 'unpaidDays') => field(name, name, typed[name], (text) => type({ [name]: text }));
  const part = (of: 'unpaidStock' | 'seller' | 'bank', name: string, label: Label) => {
    const parts: Record<string, string> = typed[of];
    return field(label, `${of}.${name}`, parts[name], (text) => type({ [of]: { ...parts, [name]: text } }));
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-6">
      <Checkbox checked={typed.open} onChange={({ target }) => type({ open: target.checked })}>
        {t('shopAdmin.open')}
      </Checkbox>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <TextField {...text('currency')} hint={t('shopAdmin.currencyHint')} maxLength={3} />
        <TextField {...text('unpaidDays')} inputMode="numeric" maxLength={2} />
      </div>
      <fieldset className="grid gap-4">
        <legend className="mb-2 text-lg font-bold">{t('shopAdmin.unpaidStock')}</legend>
        <p className="text-ink-soft">{t('shopAdmin.unpaidStockHint')}</p>
        {(['perAddress', 'perNetwork', 'percentOfStock'] as const).map((name) => (
          <TextField key={name} {...part('unpaidStock', name, name)} inputMode="numeric" maxLength={6} />
        ))}
      </fieldset>
      <Select
        label={t('shopAdmin.taxScheme')}
        name="taxScheme"
        options={[
          { value: 'small-business', label: t('shopAdmin.smallBusiness') },
          { value: 'destination', label: t('shopAdmin.destination') },
        ]}
        value={typed.taxScheme}
        onChange={({ target }) => type({ taxScheme: target.value as ShopSettings['taxScheme'] })}
      />
      <DeliveryFields
        zones={typed.delivery}
        currency={typed.currency}
        errors={errors}
        onChange={(delivery) => type({ delivery })}
      />
      {typed.taxScheme === 'destination' && (
        <TaxFields taxes={taxesOf(typed)} errors={errors} onChange={(taxes) => type(typedTaxes(taxes))} />
      )}
      <fieldset className="grid gap-4">
        <legend className="mb-2 text-lg font-bold">{t('shopAdmin.seller')}</legend>
        <TextField {...part('seller', 'name', 'sellerName')} maxLength={200} />
        <TextArea {...part('seller', 'address', 'sellerAddress')} maxLength={500} rows={3} />
        <TextField
          {...part('seller', 'country', 'sellerCountry')}
          hint={t('shopAdmin.sellerCountryHint')}
          maxLength={10}
          autoComplete="off"
        />
        <TextField {...part('seller', 'email', 'sellerEmail')} type="email" maxLength={254} />
        <TextField {...part('seller', 'taxNumber', 'taxNumber')} maxLength={100} />
      </fieldset>
      <fieldset className="grid gap-4">
        <legend className="mb-2 text-lg font-bold">{t('shopAdmin.bank')}</legend>
        <TextField {...part('bank', 'holder', 'holder')} maxLength={70} />
        <TextField {...part('bank', 'iban', 'iban')} maxLength={50} autoComplete="off" spellCheck={false} />
        <TextField {...part('bank', 'bic', 'bic')} maxLength={20} autoComplete="off" spellCheck={false} />
      </fieldset>
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-lg font-bold">{t('shopAdmin.reviews')}</legend>
        <Checkbox checked={typed.reviewMails} onChange={({ target }) => type({ reviewMails: target.checked })}>
          {t('shopAdmin.reviewMails')}
        </Checkbox>
        <p className="text-ink-soft">{t('shopAdmin.reviewMailsHint')}</p>
      </fieldset>
      <NotSaved
        title={t('shopAdmin.notSaved')}
        error={save.error}
        apart={fields.apartFrom(wanted)}
        mine={typed}
        theirs={typedFrom(fields.loaded)}
        labelOf={(name) => t(`shopAdmin.${name}`)}
        inWords={(of) => inWords(of, t)}
        onTake={type}
      />
      {save.isSuccess && <p role="status">{t(typed.open ? 'shopAdmin.savedOpen' : 'shopAdmin.savedClosed')}</p>}
      <Button disabled={save.isPending} className="justify-self-start">
        {t('shopAdmin.save')}
      </Button>
    </form>
  );
}

type Label =
  | 'currency'
  | 'unpaidDays'
  | keyof ShopSettings['unpaidStock']
  | `seller${'Name' | 'Address' | 'Country' | 'Email'}`
  | 'taxNumber'
  | keyof ShopSettings['bank'];

function inWords(typed: TypedSettings, t: Translations) {
  return {
    ...typed,
    taxScheme: t(typed.taxScheme === 'destination' ? 'shopAdmin.destination' : 'shopAdmin.smallBusiness'),
    taxRates: Object.entries(typed.taxRates).map((tax) => tax.join(' ')),
  };
}
