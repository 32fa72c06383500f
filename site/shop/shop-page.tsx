import type { ComponentProps } from 'react';
import { nameOfCountry } from '../../domain/shop/contract/delivery.ts';
import { formatMoney } from '../../domain/shop/contract/money.ts';
import type { Product } from '../../domain/shop/contract/product.ts';
import { textIn } from '../../domain/shop/contract/product-kinds.ts';
import type { ShopSettings } from '../../domain/shop/contract/shop-settings.ts';
import { readShopSettings } from '../../domain/shop/current-settings.ts';
import { isAnythingForSale, listProductsForSale } from '../../domain/shop/for-sale.ts';
import type { Translations } from '../../language/create-translations.ts';
import { addToCartPath, buyPath, productPath } from '../../paths/paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useTranslations } from '../../ui/translations-context.ts';
import { LinkLine } from '../document/link-line.tsx';
import type { PageContext } from '../document/page.ts';
import { showRestPage } from '../document/show-page.tsx';
import type { SiteContext } from '../http/visitor.ts';
import { ArticleSection } from '../pages/article.tsx';
import { buy, emptyShop, productInGeneral } from '../pages/product.tsx';
import { drawWords } from '../pages/show-words.tsx';
import { TagArtwork } from './product-drawing.tsx';
import { ProductPicture } from './product-picture.tsx';

/** Whole rows of two, three or four. */
const pageSize = 48;

export function showShop(c: SiteContext) {
  return showRestPage(c, async (context) => {
    const { services } = c.var.site;
    const shop = await readShopSettings(services);
    if (!shop.open) return drawWords(c, 'buy', buy(false), context);
    const after = c.req.query('after');
    const list = await listProductsForSale(shop.currency, { limit: pageSize, ...(after && { after }) }, services);
    if (!(await isAnythingForSale(services))) return drawWords(c, 'buy', emptyShop, context);
    const found = list === 'bad-cursor' ? { products: [] } : list;
    const shelf = <Shelf {...context} shop={shop} list={found} isMore={after !== undefined} />;
    const { metadata, ...page } = await drawWords(c, 'buy', buy(true, shelf), context);
    const title = after === undefined ? metadata.title : `${context.t('shopPage.more')} · ${metadata.title}`;
    return { ...page, metadata: { ...metadata, title } };
  });
}

export function showProductInGeneral(c: SiteContext) {
  return showRestPage(c, async (context) =>
    drawWords(c, 'product', productInGeneral(await isAnythingForSale(c.var.site.services)), context),
  );
}

type List = { products: Product[]; next?: string };

type ShelfProps = PageContext & { shop: ShopSettings; list: List; isMore: boolean };

function Shelf({ t, publicUrl, shop, list: { products, next }, isMore }: ShelfProps) {
  return (
    <>
      <TagArtwork publicUrl={publicUrl} />
      <ArticleSection id="products" title={t(isMore ? 'shopPage.more' : 'shopPage.products')}>
        {isMore && <LinkLine href={buyPath()}>{t('shopPage.first')}</LinkLine>}
        {products.length === 0 && <p>{t('shopPage.nothing')}</p>}
        <PriceNote shop={shop} products={products} />
        <ul className="product-grid">
          {products.map((product, n) => (
            <li key={product.id}>
              <Card product={product} loading={n < 4 ? undefined : 'lazy'} />
            </li>
          ))}
        </ul>
        {next && (
          <p className="mt-6">
            <LinkButton href={buyPath(next)} variant="secondary">
              {t('shopPage.more')}
            </LinkButton>
          </p>
        )}
      </ArticleSection>
      <ArticleSection id="delivery" title={t('shopPage.deliveryTitle')}>
        <DeliveryFacts shop={shop} />
      </ArticleSection>
    </>
  );
}

function Card({ product, loading }: { product: Product; loading: 'lazy' | undefined }) {
  const t = useTranslations();
  const { slug, names, tagsEach } = product;
  return (
    <article>
      <ProductPicture product={product} loading={loading} className="w-full" />
      <div>
        <h3 className="max-sm:text-base">
          <a href={productPath(slug)} className="block min-h-12 min-w-12 pt-1">
            <bdi className="wrap-anywhere">{textIn(names, t.language)}</bdi>
          </a>
        </h3>
        {tagsEach > 0 && <div className="text-ink-soft">{t('shopPage.tags', { count: tagsEach })}</div>}
      </div>
      <Price product={product} />
      <div>
        <Availability product={product} />
      </div>
    </article>
  );
}

/** So many and fewer are counted out. */
const few = 5;

export function Price({ product }: { product: Product }) {
  const t = useTranslations();
  return <div className="text-xl font-bold">{product.priceMinor > 0 ? priceIn(product, t) : t('shopPage.free')}</div>;
}

/** Said once of all prices beside it. */
export function PriceNote({ shop: { taxScheme }, products }: { shop: ShopSettings; products: Product[] }) {
  const t = useTranslations();
  if (products.every(({ priceMinor }) => priceMinor === 0)) return null;
  return (
    <p className="text-sm text-ink-soft">
      {t(taxScheme === 'destination' ? 'shopPage.withTax' : 'shopPage.withoutTax')}
    </p>
  );
}

export function priceIn({ priceMinor, currency }: Product, t: Translations): string {
  return formatMoney({ minor: priceMinor, currency }, t.language);
}

export function Availability({ product: { stock } }: { product: Product }) {
  const t = useTranslations();
  if (stock === null) return t('shopPage.madeToOrder');
  if (stock === 0) return <strong>{t('shopPage.soldOut')}</strong>;
  return stock <= few ? t('shopPage.fewLeft', { count: stock }) : t('shopPage.inStock');
}

type AddFormProps = { product: Product; typed?: string | undefined; error?: string | undefined };

/** Puts so many into the cart. Any text can be sent, so that the server says in words what is wrong with it. */
export function AddForm({ product: { id, stock }, typed = '1', error }: AddFormProps) {
  const t = useTranslations();
  if (stock === 0) return error ? <Alert tone="error">{error}</Alert> : null;
  return (
    <form method="post" action={addToCartPath()} className="flex flex-wrap items-end gap-3">
      <input type="hidden" name="id" value={id} />
      <QuantityField id={`quantity-${id}`} name="quantity" defaultValue={typed} error={error} />
      <Button>{t('shopPage.add')}</Button>
    </form>
  );
}

type QuantityProps = Omit<ComponentProps<typeof TextField>, 'label'>;

export function QuantityField(field: QuantityProps) {
  const t = useTranslations();
  const common = { label: t('shopPage.quantity'), inputMode: 'numeric', maxLength: 12, autoComplete: 'off' } as const;
  return (
    <div className="w-[7rem] max-w-full">
      <TextField {...common} {...field} />
    </div>
  );
}

export function DeliveryFacts({ shop: { delivery, currency } }: { shop: ShopSettings }) {
  const t = useTranslations();
  const countries = new Intl.ListFormat(t.language, { type: 'conjunction' });
  return (
    <>
      <dl className="grid gap-3">
        {delivery.map((zone) => (
          <div key={zone.countries.join()}>
            <dt className="font-semibold">{countries.format(zone.countries.map((code) => nameOfCountry(code, t)))}</dt>
            <dd>{deliveryPrice(zone, currency, t)}</dd>
            <dd className="text-ink-soft">{deliveryDays(zone, t)}</dd>
          </div>
        ))}
      </dl>
      <p>{t('shopPage.noDelivery')}</p>
    </>
  );
}

type Zone = ShopSettings['delivery'][number];

function deliveryPrice({ priceMinor, freeFromMinor }: Zone, currency: string, t: Translations): string {
  if (priceMinor === 0) return t('shopPage.free');
  const price = formatMoney({ minor: priceMinor, currency }, t.language);
  if (freeFromMinor === null) return price;
  return t('shopPage.deliveryPrice', { price, free: formatMoney({ minor: freeFromMinor, currency }, t.language) });
}

function deliveryDays({ days: [least, most] }: Zone, t: Translations): string {
  return least === most ? t('shopPage.deliveryDay', { days: most }) : t('shopPage.deliveryDays', { least, most });
}
