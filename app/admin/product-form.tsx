import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { decimals, parseMoney } from '../../domain/shop/contract/money.ts';
import {
  maxProductNameLength,
  maxProductTextLength,
  maxSlugLength,
  type Product,
  type ProductKind,
  productKinds,
} from '../../domain/shop/contract/product.ts';
import { Button } from '../../ui/button.tsx';
import { Select, TextArea, TextField } from '../../ui/fields.tsx';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { isChangedMeanwhile } from '../data/function-error.ts';
import { useKeyOf } from '../data/use-key-of.ts';
import { useFocusWrong } from '../widgets/use-focus-wrong.ts';
import { wholeNumberIn } from '../widgets/whole-number-in.ts';
import { changedFields, typedOver } from './changed-fields.ts';
import { NotSaved } from './not-saved.tsx';
import { productQuery, readProductsAnew } from './shop-queries.ts';

const kindNames = {
  'sticker-sheet': 'shopAdmin.stickerSheet',
  'key-ring': 'shopAdmin.keyRing',
  'luggage-tag': 'shopAdmin.luggageTag',
  'pet-tag': 'shopAdmin.petTag',
  'iron-on': 'shopAdmin.ironOn',
  'family-pack': 'shopAdmin.familyPack',
  'gift-card': 'shopAdmin.giftCard',
} as const satisfies Record<ProductKind, string>;

type ProductFormProps = { product?: Product; currency: string; onClose(): void };

/** Adds a product or changes one. What was typed stays when it cannot be saved. */
export function ProductForm({ product, currency, onClose }: ProductFormProps) {
  const t = useWords();
  const client = useQueryClient();
  const keyOf = useKeyOf();
  const [seen, setSeen] = useState(product);
  const shown = typedFrom(seen, currency);
  const [typed, setTyped] = useState(shown);
  const [apart, setApart] = useState<(keyof Typed)[]>([]);
  const putOver = (now: Product) => {
    const merged = typedOver({ shown, typed, now: typedFrom(now, currency) });
    setSeen(now);
    setTyped(merged.typed);
    setApart(merged.apart);
  };
  const change = async ({ id, names, descriptions, priceMinor, tagsEach, lowStock }: Product) => {
    const seen = { names: { en: '', ...names }, descriptions, priceMinor, tagsEach, lowStock };
    try {
      return await callFunction('changeProduct', { ...changeFrom(shown, typed, currency), id, seen });
    } catch (error) {
      if (isChangedMeanwhile(error)) putOver(await client.fetchQuery({ ...productQuery(id), staleTime: 0 }));
      throw error;
    }
  };
  const save = useMutation({
    mutationFn: () => {
      if (seen) return change(seen);
      const { kind, slug } = typed;
      const details = detailsIn(typed, currency);
      return callFunction('addProduct', { ...details, kind, slug, key: keyOf({ ...details, kind, slug }) });
    },
    onSuccess: async () => {
      await readProductsAnew(client);
      onClose();
    },
  });
  const { form, errors } = useFocusWrong(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const labelOf = (name: keyof Typed) =>
    name === 'priceEach' ? t('shopAdmin.priceEach', { currency }) : t(`shopAdmin.${name}`);
  const inWords = (name: keyof Typed) =>
    name === 'madeToOrder' ? t(shown[name] ? 'admin.yes' : 'admin.no') : shown[name] || '–';
  const field = (name: TextName, error: string = name) => ({
    label: labelOf(name),
    name,
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
    ...(errors[error] && { error: errors[error] }),
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
            value={typed.kind}
            onChange={({ target }) => setTyped({ ...typed, kind: target.value as ProductKind })}
          />
          <TextField {...field('slug')} hint={t('shopAdmin.slugHint')} maxLength={maxSlugLength} autoComplete="off" />
        </>
      )}
      <TextField {...field('nameEn', 'names.en')} lang="en" maxLength={maxProductNameLength} />
      <TextField {...field('nameDe', 'names.de')} lang="de" maxLength={maxProductNameLength} />
      <TextArea {...field('textEn', 'descriptions.en')} lang="en" maxLength={maxProductTextLength} />
      <TextArea {...field('textDe', 'descriptions.de')} lang="de" maxLength={maxProductTextLength} />
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <TextField {...field('priceEach', 'priceMinor')} inputMode="decimal" autoComplete="off" />
        <TextField {...field('tagsEach')} inputMode="numeric" autoComplete="off" />
      </div>
      {!typed.madeToOrder && (
        <TextField {...field('lowStock')} hint={t('shopAdmin.lowStockHint')} inputMode="numeric" autoComplete="off" />
      )}
      {product && (
        <label className="flex min-h-12 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 shrink-0"
            checked={typed.madeToOrder}
            onChange={({ target }) => setTyped({ ...typed, madeToOrder: target.checked })}
          />
          {t('shopAdmin.madeToOrder')}
        </label>
      )}
      <NotSaved
        error={save.error}
        meanwhile={Object.fromEntries(apart.map((name) => [labelOf(name), inWords(name)]))}
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

type Typed = ReturnType<typeof typedFrom>;
type TextName = Exclude<keyof Typed, 'kind' | 'madeToOrder'>;

/** A price in another currency is to be typed anew. */
function typedFrom(product: Product | undefined, currency: string) {
  const priced = product && product.currency === currency;
  return {
    kind: product?.kind ?? productKinds[0],
    slug: product?.slug ?? '',
    nameEn: product?.names.en ?? '',
    nameDe: product?.names.de ?? '',
    textEn: product?.descriptions.en ?? '',
    textDe: product?.descriptions.de ?? '',
    priceEach: priced ? decimals({ minor: product.priceMinor, currency }) : '',
    tagsEach: String(product?.tagsEach ?? 1),
    lowStock: String(product?.lowStock ?? 3),
    madeToOrder: product?.stock === null,
  };
}

function detailsIn(
  { nameEn, nameDe, textEn, textDe, priceEach, tagsEach, lowStock, madeToOrder }: Typed,
  currency: string,
) {
  return {
    names: { en: nameEn, ...(nameDe.trim() && { de: nameDe }) },
    descriptions: { ...(textEn.trim() && { en: textEn }), ...(textDe.trim() && { de: textDe }) },
    priceMinor: parseMoney(priceEach, currency) ?? Number.NaN,
    tagsEach: wholeNumberIn(tagsEach),
    // Of what is made to order nothing runs low.
    ...(!madeToOrder && { lowStock: wholeNumberIn(lowStock) }),
  };
}

function changeFrom(shown: Typed, typed: Typed, currency: string) {
  const all = (of: Typed) => ({ ...detailsIn(of, currency), madeToOrder: of.madeToOrder });
  return changedFields(all(shown), all(typed));
}
