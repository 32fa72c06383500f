import { useState } from 'react';
import { parseMoney, typedDecimals } from '../../../domain/shop/contract/money.ts';
import type { Product } from '../../../domain/shop/contract/product.ts';
import {
  maxProductNameLength,
  maxProductTextLength,
  maxSlugLength,
  type ProductKind,
  productKinds,
} from '../../../domain/shop/contract/product-kinds.ts';
import { Checkbox, Select, TextArea, TextField } from '../../../ui/fields.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { t } from '../../core/document/app-translations.ts';
import { EditForm, useEditForm } from '../../widgets/edit-form.tsx';
import { useKeyOf } from '../../widgets/form.tsx';
import { wholeNumberIn } from '../../widgets/numbers.ts';
import { productChanges } from './queries.ts';

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

export function ProductForm({ product, currency, onClose }: ProductFormProps) {
  const keyOf = useKeyOf();
  const loaded = loadedFrom(product);
  const [kind, setKind] = useState<ProductKind>(productKinds[0]);
  const [slug, setSlug] = useState('');
  const typedFrom = (from: Loaded) => typedIn(from, currency);
  const form = useEditForm({
    loaded,
    typedFrom,
    // A price in another currency is to be typed anew.
    first: { ...typedFrom(loaded), ...(product?.currency !== currency && { priceMinor: '' }) },
    read: (typed) => detailsIn(typed, currency),
    send: (changed, typed): Promise<unknown> => {
      if (product) return callFunction('changeProduct', { ...byLanguage(changed), id: product.id });
      const { madeToOrder: _, ...details } = { ...byLanguage(detailsIn(typed, currency)), kind, slug };
      return callFunction('addProduct', { ...details, key: keyOf(details) });
    },
    changes: productChanges,
    onSaved: () => void onClose(),
  });
  const { typed, type, errors } = form;
  const labelOf = (name: keyof Typed) => (name === 'priceMinor' ? t(labels[name], { currency }) : t(labels[name]));
  const field = (name: keyof Typed) => form.field(name, labelOf(name));
  return (
    <EditForm
      of={form}
      notSaved={t('shopAdmin.notSaved')}
      labelOf={labelOf}
      verb={t('shopAdmin.save')}
      onClose={onClose}
    >
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
    </EditForm>
  );
}

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

type Loaded = ReturnType<typeof loadedFrom>;
type Typed = ReturnType<typeof typedIn>;

function typedIn(loaded: Loaded, currency: string) {
  return {
    ...loaded,
    priceMinor: typedDecimals({ minor: loaded.priceMinor, currency }, t.language),
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
