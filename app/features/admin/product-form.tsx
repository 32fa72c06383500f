import { type FormEvent, useState } from 'react';
import { decimals, parseMoney } from '../../../domain/shop/contract/money.ts';
import {
  maxProductNameLength,
  maxProductTextLength,
  maxSlugLength,
  type Product,
  type ProductKind,
  productKinds,
} from '../../../domain/shop/contract/product.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, Select, TextArea, TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { useChange, useKeyOf } from '../../core/data/use-change.ts';
import { NotSaved } from '../../widgets/not-saved.tsx';
import { wholeNumberIn } from '../../widgets/numbers.ts';
import { useChangedFields } from '../../widgets/use-changed-fields.ts';
import { useFocusWrong } from '../../widgets/use-focus-wrong.ts';
import { adminKeys } from './queries.ts';

const kindNames = {
  'sticker-sheet': 'shopAdmin.stickerSheet',
  'key-ring': 'shopAdmin.keyRing',
  'luggage-tag': 'shopAdmin.luggageTag',
  'pet-tag': 'shopAdmin.petTag',
  'iron-on': 'shopAdmin.ironOn',
  'family-pack': 'shopAdmin.familyPack',
  'gift-card': 'shopAdmin.giftCard',
} as const satisfies Record<ProductKind, string>;

const labels = {
  'names.en': 'shopAdmin.nameEn',
  'names.de': 'shopAdmin.nameDe',
  'descriptions.en': 'shopAdmin.textEn',
  'descriptions.de': 'shopAdmin.textDe',
  priceMinor: 'shopAdmin.priceEach',
  tagsEach: 'shopAdmin.tagsEach',
  lowStock: 'shopAdmin.lowStock',
  madeToOrder: 'shopAdmin.madeToOrder',
} as const;

type ProductFormProps = { product?: Product; currency: string; onClose(): void };

/** Adds a product or changes one. What was typed stays when it cannot be saved. */
export function ProductForm({ product, currency, onClose }: ProductFormProps) {
  const t = useTranslations();
  const keyOf = useKeyOf();
  const fields = useChangedFields(loadedFrom(product));
  const isPriced = product?.currency === currency;
  const [typed, setTyped] = useState(() => typedFrom(fields.loaded, currency, isPriced));
  const [kind, setKind] = useState<ProductKind>(productKinds[0]);
  const [slug, setSlug] = useState('');
  const wanted = detailsIn(typed, currency);
  const write = (): Promise<unknown> => {
    if (product) return callFunction('changeProduct', { ...byLanguage(fields.changesTo(wanted)), id: product.id });
    const { madeToOrder: _, ...details } = { ...byLanguage(wanted), kind, slug };
    return callFunction('addProduct', { ...details, key: keyOf(details) });
  };
  const changes = [adminKeys.needs, adminKeys.products];
  const save = useChange(write, { changes, onError: fields.onError, onSuccess: onClose });
  const { form, errors } = useFocusWrong(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const type = (change: Partial<Typed>) => {
    save.reset();
    setTyped({ ...typed, ...change });
  };
  const labelOf = (name: keyof Typed) => (name === 'priceMinor' ? t(labels[name], { currency }) : t(labels[name]));
  const field = (name: Exclude<keyof Typed, 'madeToOrder'>) => ({
    label: labelOf(name),
    name,
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => type({ [name]: target.value }),
    error: errors[name],
  });
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-6">
      {!product && (
        <>
          <Select
            label={t('shopAdmin.kind')}
            hint={t('shopAdmin.kindHint')}
            name="kind"
            options={productKinds.map((value) => ({ value, label: t(kindNames[value]) }))}
            value={kind}
            onChange={({ target }) => setKind(target.value as ProductKind)}
          />
          <TextField
            label={t('shopAdmin.slug')}
            hint={t('shopAdmin.slugHint')}
            name="slug"
            maxLength={maxSlugLength}
            autoComplete="off"
            value={slug}
            onChange={({ target }) => setSlug(target.value)}
            error={errors.slug}
          />
        </>
      )}
      <TextField {...field('names.en')} lang="en" maxLength={maxProductNameLength} />
      <TextField {...field('names.de')} lang="de" maxLength={maxProductNameLength} />
      <TextArea {...field('descriptions.en')} lang="en" maxLength={maxProductTextLength} />
      <TextArea {...field('descriptions.de')} lang="de" maxLength={maxProductTextLength} />
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <TextField {...field('priceMinor')} inputMode="decimal" autoComplete="off" />
        <TextField {...field('tagsEach')} inputMode="numeric" autoComplete="off" />
      </div>
      {!typed.madeToOrder && (
        <TextField {...field('lowStock')} hint={t('shopAdmin.lowStockHint')} inputMode="numeric" autoComplete="off" />
      )}
      {product && (
        <Checkbox checked={typed.madeToOrder} onChange={({ target }) => type({ madeToOrder: target.checked })}>
          {t('shopAdmin.madeToOrder')}
        </Checkbox>
      )}
      <NotSaved
        title={t('shopAdmin.notSaved')}
        error={save.error}
        apart={fields.apartFrom(wanted)}
        mine={typed}
        theirs={typedFrom(fields.loaded, currency, true)}
        labelOf={labelOf}
        onTake={type}
      />
      <div className="flex flex-wrap gap-3">
        <Button disabled={save.isPending}>{t('shopAdmin.save')}</Button>
        <Button type="button" variant="secondary" onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** By the names that the server gives its fields. */
function loadedFrom(product: Product | undefined) {
  return {
    'names.en': product?.names.en ?? '',
    'names.de': product?.names.de ?? '',
    'descriptions.en': product?.descriptions.en ?? '',
    'descriptions.de': product?.descriptions.de ?? '',
    priceMinor: product?.priceMinor ?? 0,
    tagsEach: product?.tagsEach ?? 1,
    lowStock: product?.lowStock ?? 3,
    madeToOrder: product?.stock === null,
  };
}

type Typed = ReturnType<typeof typedFrom>;

/** A price in another currency is to be typed anew. */
function typedFrom(loaded: ReturnType<typeof loadedFrom>, currency: string, isPriced: boolean) {
  return {
    ...loaded,
    priceMinor: isPriced ? decimals({ minor: loaded.priceMinor, currency }) : '',
    tagsEach: String(loaded.tagsEach),
    lowStock: String(loaded.lowStock),
  };
}

function detailsIn({ priceMinor, tagsEach, lowStock, madeToOrder, ...texts }: Typed, currency: string) {
  return {
    ...texts,
    madeToOrder,
    priceMinor: parseMoney(priceMinor, currency) ?? Number.NaN,
    tagsEach: wholeNumberIn(tagsEach),
    // Of what is made to order nothing runs low.
    ...(!madeToOrder && { lowStock: wholeNumberIn(lowStock) }),
  };
}

type CompiledTexts = { [Text in `${'names' | 'descriptions'}.${'en' | 'de'}`]?: string };

function byLanguage<Details extends CompiledTexts>(details: Details) {
  const {
    'names.en': nameEn,
    'names.de': nameDe,
    'descriptions.en': textEn,
    'descriptions.de': textDe,
    ...others
  } = details;
  return { ...others, names: { en: nameEn, de: nameDe }, descriptions: { en: textEn, de: textDe } };
}
