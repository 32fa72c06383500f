import type { ShopSettings } from '../../../domain/shop/contract/shop-settings.ts';
import { Checkbox, Select, TextArea, TextField } from '../../../ui/fields.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { queryClient } from '../../core/data/query-client.ts';
import { t } from '../../core/document/app-translations.ts';
import { EditForm, useEditForm } from '../../widgets/edit-form.tsx';
import { Fold } from '../../widgets/fold.tsx';
import { SettingsPage } from './admin-page.tsx';
import { DeliveryFields, TaxFields } from './delivery-fields.tsx';
import { shopSettingsQuery } from './queries.ts';
import { settingsIn, type TypedSettings, taxesOf, typedFrom, typedTaxes } from './typed-settings.ts';

export function AdminShop() {
  return (
    <SettingsPage title={t('shopAdmin.title')} query={shopSettingsQuery} failure={t('shopAdmin.failed')}>
      {(shop) => <SettingsForm shop={shop} />}
    </SettingsPage>
  );
}

function SettingsForm({ shop }: { shop: ShopSettings }) {
  const form = useEditForm({
    loaded: shop,
    together: ['taxRates', 'outsideTax'],
    typedFrom,
    read: settingsIn,
    send: (changed) => callFunction('changeShopSettings', changed),
    onSaved: (saved) => queryClient.setQueryData(shopSettingsQuery.queryKey, saved),
  });
  const { typed, type, errors } = form;
  const text = (name: 'currency' | 'unpaidDays') => form.field(name, t(`shopAdmin.${name}`));
  const part = (of: 'unpaidStock' | 'seller' | 'bank', name: string, label: Label) => {
    const parts: Record<string, string> = typed[of];
    return {
      ...{ label: t(`shopAdmin.${label}`), name: label, value: parts[name], error: errors[`${of}.${name}`] },
      onChange: ({ target }: { target: { value: string } }) => type({ [of]: { ...parts, [name]: target.value } }),
    };
  };
  const taxes = taxesOf(typed);
  /** Open where nothing is set yet: a shop that opens needs it. */
  const fold = (name: 'unpaidStock' | 'delivery' | 'taxRates' | 'seller' | 'bank', detail?: string) => ({
    ...{ title: t(`shopAdmin.${name}`), detail, startsOpen: detail === '', isDrawnLate: true },
    isWrong: Object.keys(errors).some((field) => field.startsWith(name)),
  });
  return (
    <EditForm
      of={form}
      notSaved={t('shopAdmin.notSaved')}
      labelOf={(name) => t(`shopAdmin.${name}`)}
      inWords={(of) => inWords(of)}
      saved={t(typed.open ? 'shopAdmin.savedOpen' : 'shopAdmin.savedClosed')}
      verb={t('shopAdmin.save')}
    >
      <Checkbox checked={typed.open} onChange={({ target }) => type({ open: target.checked })}>
        {t('shopAdmin.open')}
      </Checkbox>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <TextField {...text('currency')} hint={t('shopAdmin.currencyHint')} maxLength={3} />
        <TextField {...text('unpaidDays')} inputMode="numeric" maxLength={2} />
      </div>
      <Fold {...fold('unpaidStock')}>
        <p className="text-ink-soft">{t('shopAdmin.unpaidStockHint')}</p>
        {(['perAddress', 'perNetwork', 'percentOfStock'] as const).map((name) => (
          <TextField key={name} {...part('unpaidStock', name, name)} inputMode="numeric" maxLength={6} />
        ))}
      </Fold>
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
      <Fold {...fold('delivery', typed.delivery.map(({ countries }) => countries).join(' · '))}>
        <DeliveryFields
          zones={typed.delivery}
          currency={typed.currency}
          errors={errors}
          onChange={(delivery) => type({ delivery })}
        />
      </Fold>
      {typed.taxScheme === 'destination' && (
        <Fold
          {...fold(
            'taxRates',
            taxes.map(({ country, rate, isOutside }) => `${country} ${isOutside ? '–' : rate}`).join(' · '),
          )}
        >
          <TaxFields taxes={taxes} errors={errors} onChange={(next) => type(typedTaxes(next))} />
        </Fold>
      )}
      <Fold {...fold('seller', typed.seller.name)}>
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
      </Fold>
      <Fold {...fold('bank', typed.bank.holder)}>
        <TextField {...part('bank', 'holder', 'holder')} maxLength={70} />
        <TextField {...part('bank', 'iban', 'iban')} maxLength={50} autoComplete="off" spellCheck={false} />
        <TextField {...part('bank', 'bic', 'bic')} maxLength={20} autoComplete="off" spellCheck={false} />
      </Fold>
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-lg font-bold">{t('shopAdmin.reviews')}</legend>
        <Checkbox checked={typed.reviewMails} onChange={({ target }) => type({ reviewMails: target.checked })}>
          {t('shopAdmin.reviewMails')}
        </Checkbox>
        <p className="text-ink-soft">{t('shopAdmin.reviewMailsHint')}</p>
      </fieldset>
    </EditForm>
  );
}

type Label =
  | keyof ShopSettings['unpaidStock']
  | `seller${'Name' | 'Address' | 'Country' | 'Email'}`
  | 'taxNumber'
  | keyof ShopSettings['bank'];

function inWords(typed: TypedSettings) {
  return {
    ...typed,
    taxScheme: t(typed.taxScheme === 'destination' ? 'shopAdmin.destination' : 'shopAdmin.smallBusiness'),
    taxRates: Object.entries(typed.taxRates).map((tax) => tax.join(' ')),
  };
}
