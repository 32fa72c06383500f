import type { ReactNode } from 'react';
import type { CartLine, CartProblem, CartView } from '../../domain/shop/contract/cart.ts';
import { formatMoney } from '../../domain/shop/contract/money.ts';
import { textIn } from '../../domain/shop/contract/product-kinds.ts';
import type { Translations } from '../../language/create-translations.ts';
import { buyPath, cartPath, productPath, removeFromCartPath } from '../../paths/paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, LinkButton, TextLink } from '../../ui/button.tsx';
import { useTranslations } from '../../ui/translations-context.ts';
import { metadataIn, type PageContext } from '../document/page.ts';
import type { PageResult } from '../document/show-page.tsx';
import { type Ordered, OrderedAlert } from './ordered.tsx';
import { TagArtwork } from './product-drawing.tsx';
import { closedShopPage } from './product-page.tsx';
import { ProductPicture } from './product-picture.tsx';
import { QuantityField } from './shop-page.tsx';

export type RefusedQuantities = Record<string, { typed: string; error?: string }>;

type Shown = { cart: CartView; open: boolean; ordered: Ordered | undefined; refused: RefusedQuantities | undefined };

export function cartPage({ t, brand, publicUrl }: PageContext, shown: Shown): PageResult {
  if (!shown.open) return closedShopPage(t);
  return {
    face: 'site',
    path: cartPath(),
    ...(shown.refused && { status: 400 }),
    metadata: { ...metadataIn('cartPage', 'documentTitle')(t, brand), noindex: true },
    body: (
      <div className="wrap grid max-w-3xl gap-6 py-8">
        <TagArtwork publicUrl={publicUrl} />
        <Cart {...shown} />
      </div>
    ),
  };
}

function Cart({ cart, ordered, refused = {} }: Shown) {
  const t = useTranslations();
  const { lines, problems, itemsMinor, currency } = cart;
  return (
    <>
      <h1>{t('cartPage.title')}</h1>
      {ordered && <OrderedAlert t={t} {...ordered} />}
      <form method="post" action={cartPath()} className="grid gap-6">
        <CartChanges problems={problems} remark={goneField}>
          <Button className="mt-3">{t('cartPage.accept')}</Button>
        </CartChanges>
        {lines.length === 0 && <p>{t('cartPage.empty')}</p>}
        {lines.length > 0 && (
          <>
            <ul className="grid gap-4">
              {lines.map((line) => (
                <li key={line.product.id} className="cart-line">
                  <Line line={line} currency={currency} {...refused[line.product.id]} />
                </li>
              ))}
            </ul>
            <div className="grid justify-items-end gap-1 text-end">
              <p className="text-xl">
                {t.rich('cartPage.sum', {
                  sum: itemsMinor > 0 ? formatMoney({ minor: itemsMinor, currency }, t.language) : t('shopPage.free'),
                })}
              </p>
              <p className="text-ink-soft">{t('cartPage.delivery')}</p>
            </div>
          </>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <LinkButton href={buyPath()} variant="secondary">
            {t('cartPage.toShop')}
          </LinkButton>
          {lines.length > 0 && problems.length === 0 && (
            <Button name="next" value="checkout">
              {t('cartPage.checkout')}
            </Button>
          )}
        </div>
      </form>
    </>
  );
}

type CartChangesProps = { problems: CartProblem[]; remark?: (problem: CartProblem) => ReactNode; children?: ReactNode };

export function CartChanges({ problems, remark, children }: CartChangesProps) {
  const t = useTranslations();
  if (problems.length === 0) return null;
  return (
    <Alert tone="error" title={t('cartPage.changed')}>
      <ul className="grid gap-1">
        {problems.map((problem) => (
          <li key={problem.is + problem.id}>
            {remark?.(problem)}
            {problemInWords(problem, t)}
          </li>
        ))}
      </ul>
      {children}
    </Alert>
  );
}

/** What is not there any more goes out of the cart with the form. */
function goneField({ is, id }: CartProblem) {
  return (is === 'gone' || is === 'sold-out') && <input type="hidden" name={`gone-${id}`} value="1" />;
}

function problemInWords(problem: CartProblem, t: Translations): string {
  if (problem.is === 'gone' && !problem.product) return t('cartPage.goneUnnamed');
  const name = textIn(problem.product?.names ?? {}, t.language);
  switch (problem.is) {
    case 'gone':
      return t('cartPage.gone', { name });
    case 'sold-out':
      return t('cartPage.soldOut', { name });
    case 'fewer':
      return t('cartPage.fewer', { name, left: problem.left });
    case 'price':
      return t('cartPage.price', { name, before: problem.before, now: problem.now });
  }
}

type LineProps = { line: CartLine; currency: string; typed?: string; error?: string };

/** The form sends the price that it showed: this is the price that its buyer has seen. */
function Line({ line, currency, typed, error }: LineProps) {
  const t = useTranslations();
  const { product, quantity, unitMinor, totalMinor } = line;
  const name = textIn(product.names, t.language);
  const money = (minor: number) => formatMoney({ minor, currency }, t.language);
  return (
    <>
      <ProductPicture product={product} sizes="6rem" className="w-full" />
      <div className="grid content-start gap-1">
        <h2 className="text-lg">
          <TextLink href={productPath(product.slug)}>
            <bdi>{name}</bdi>
          </TextLink>
        </h2>
        {quantity > 1 && unitMinor > 0 && <p>{t('cartPage.each', { price: money(unitMinor) })}</p>}
        <p className="font-bold">{unitMinor > 0 ? money(totalMinor) : t('shopPage.free')}</p>
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <input type="hidden" name={`price-${product.id}`} value={`${unitMinor} ${currency}`} />
        <QuantityField
          id={`quantity-${product.id}`}
          name={`quantity-${product.id}`}
          aria-label={t('cartPage.quantityOf', { name })}
          defaultValue={typed ?? String(quantity)}
          error={error}
        />
        <Button variant="secondary">{t('cartPage.update')}</Button>
        <Button
          variant="secondary"
          formAction={removeFromCartPath()}
          name="remove"
          value={product.id}
          aria-label={t('cartPage.removeItem', { name })}
        >
          {t('cartPage.remove')}
        </Button>
      </div>
    </>
  );
}
