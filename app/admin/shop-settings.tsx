import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ShopSettings } from '../../domain/shop/contract/shop-settings.ts';
import type { Words } from '../../language/words.ts';
import { adminProductsPath } from '../../paths/paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Select, TextArea, TextField } from '../../ui/fields.tsx';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { isChangedMeanwhile } from '../data/function-error.ts';
import { Loaded } from '../data/loaded.tsx';
import { PageHeading } from '../widgets/page-heading.tsx';
import { useFocusWrong } from '../widgets/use-focus-wrong.ts';
import { changedFields, typedOver } from './changed-fields.ts';
import { DeliveryFields } from './delivery-fields.tsx';
import { NotSaved } from './not-saved.tsx';
import { shopSettingsQuery } from './shop-queries.ts';
import { TaxFields } from './tax-fields.tsx';
import { settingsIn, type TypedSettings, taxesInLines, taxesOf, typedFrom, zonesInLines } from './typed-settings.ts';

/** What the shop needs besides products. */
export function AdminShop() {
  const t = useWords();
  const settings = useQuery(shopSettingsQuery);
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <PageHeading>{t('shopAdmin.title')}</PageHeading>
      <LinkButton href={adminProductsPath()} variant="secondary" className="justify-self-start">
        {t('shopAdmin.products')}
      </LinkButton>
      <Loaded query={settings} failure={t('shopAdmin.failed')}>
        {(shop) => <SettingsForm shop={shop} />}
      </Loaded>
    </div>
  );
}

function SettingsForm({ shop }: { shop: ShopSettings }) {
  const t = useWords();
  const client = useQueryClient();
  const [seen, setSeen] = useState(shop);
  const [typed, setTyped] = useState(() => typedFrom(shop));
  const [apart, setApart] = useState<(keyof TypedSettings)[]>([]);
  const shown = typedFrom(seen);
  const putOver = (now: ShopSettings) => {
    const merged = typedOver({ shown, typed, now: typedFrom(now) });
    setSeen(now);
    setTyped(merged.typed);
    setApart(merged.apart);
  };
  const save = useMutation({
    mutationFn: async () => {
      try {
        const change = changedFields(settingsIn(shown), settingsIn(typed));
        return await callFunction('changeShopSettings', { ...change, seen });
      } catch (error) {
        if (isChangedMeanwhile(error)) putOver(await client.fetchQuery({ ...shopSettingsQuery, staleTime: 0 }));
        throw error;
      }
    },
    onSuccess: (saved) => {
      client.setQueryData(shopSettingsQuery.queryKey, saved);
      setSeen(saved);
      setTyped(typedFrom(saved));
      setApart([]);
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
  const field = (name: TextName, error: string) => ({
    label: t(`shopAdmin.${name}`),
    name,
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => type({ [name]: target.value }),
    ...(errors[error] && { error: errors[error] }),
  });
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-6">
      <label className="flex min-h-12 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0"
          checked={typed.open}
          onChange={({ target }) => type({ open: target.checked })}
        />
        {t('shopAdmin.open')}
      </label>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <TextField {...field('currency', 'currency')} hint={t('shopAdmin.currencyHint')} maxLength={3} />
        <TextField {...field('unpaidDays', 'unpaidDays')} inputMode="numeric" maxLength={2} />
      </div>
      <fieldset className="grid gap-4">
        <legend className="mb-2 text-lg font-bold">{t('shopAdmin.unpaidStock')}</legend>
        <p className="text-ink-soft">{t('shopAdmin.unpaidStockHint')}</p>
        {(['perAddress', 'perNetwork', 'percentOfStock'] as const).map((name) => (
          <TextField key={name} {...field(name, `unpaidStock.${name}`)} inputMode="numeric" maxLength={6} />
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
        <TaxFields taxes={taxesOf(typed)} errors={errors} onChange={(taxes) => type({ taxes })} />
      )}
      <fieldset className="grid gap-4">
        <legend className="mb-2 text-lg font-bold">{t('shopAdmin.seller')}</legend>
        <TextField {...field('sellerName', 'seller.name')} maxLength={200} />
        <TextArea {...field('sellerAddress', 'seller.address')} maxLength={500} rows={3} />
        <TextField
          {...field('sellerCountry', 'seller.country')}
          hint={t('shopAdmin.sellerCountryHint')}
          maxLength={10}
          autoComplete="off"
        />
        <TextField {...field('sellerEmail', 'seller.email')} type="email" maxLength={254} />
        <TextField {...field('taxNumber', 'seller.taxNumber')} maxLength={100} />
      </fieldset>
      <fieldset className="grid gap-4">
        <legend className="mb-2 text-lg font-bold">{t('shopAdmin.bank')}</legend>
        <TextField {...field('holder', 'bank.holder')} maxLength={70} />
        <TextField {...field('iban', 'bank.iban')} maxLength={50} autoComplete="off" spellCheck={false} />
        <TextField {...field('bic', 'bank.bic')} maxLength={20} autoComplete="off" spellCheck={false} />
      </fieldset>
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-lg font-bold">{t('shopAdmin.reviews')}</legend>
        <label className="flex min-h-12 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 shrink-0"
            checked={typed.reviewMails}
            onChange={({ target }) => type({ reviewMails: target.checked })}
          />
          {t('shopAdmin.reviewMails')}
        </label>
        <p className="text-ink-soft">{t('shopAdmin.reviewMailsHint')}</p>
      </fieldset>
      <NotSaved
        error={save.error}
        meanwhile={Object.fromEntries(apart.map((name) => [labelOf(name, t), inWords(name, shown, t)]))}
      />
      {save.isSuccess && <p role="status">{t(typed.open ? 'shopAdmin.savedOpen' : 'shopAdmin.savedClosed')}</p>}
      <Button disabled={save.isPending} className="justify-self-start">
        {t('shopAdmin.save')}
      </Button>
    </form>
  );
}

function labelOf(name: keyof TypedSettings, t: Words): string {
  if (name === 'sellerName') return t('shopAdmin.seller');
  if (name === 'taxes') return t('shopAdmin.taxRates');
  return t(`shopAdmin.${name}`);
}

function inWords(name: keyof TypedSettings, typed: TypedSettings, t: Words): string {
  if (name === 'open' || name === 'reviewMails') return t(typed[name] ? 'admin.yes' : 'admin.no');
  if (name === 'taxScheme')
    return t(typed.taxScheme === 'destination' ? 'shopAdmin.destination' : 'shopAdmin.smallBusiness');
  if (name === 'taxes') return taxesInLines(typed.taxes, t('shopAdmin.outside')) || '–';
  return (name === 'delivery' ? zonesInLines(typed.delivery) : typed[name]) || '–';
}

type TextName = Exclude<keyof TypedSettings, 'open' | 'reviewMails' | 'taxScheme' | 'delivery' | 'taxes'>;
