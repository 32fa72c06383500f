import type { PublishedReview, Rating } from '../../domain/reviews/contract/published.ts';
import { listPublishedReviews, ratingOf } from '../../domain/reviews/published-reviews.ts';
import { decimals } from '../../domain/shop/contract/money.ts';
import { isForSale, type Product } from '../../domain/shop/contract/product.ts';
import { textIn } from '../../domain/shop/contract/product-kinds.ts';
import type { ShopSettings } from '../../domain/shop/contract/shop-settings.ts';
import { readShopSettings } from '../../domain/shop/current-settings.ts';
import { findProduct } from '../../domain/shop/for-sale.ts';
import type { Translations } from '../../language/create-translations.ts';
import {
  buyPath,
  cartPath,
  homePath,
  picturePath,
  printAtHomePath,
  productPath,
  reviewsPath,
} from '../../paths/paths.ts';
import type { Services } from '../../server/services.ts';
import { LinkLine } from '../document/link-line.tsx';
import type { PageContext } from '../document/page.ts';
import { type PageResult, showRestPage } from '../document/show-page.tsx';
import { systemPage } from '../document/system.tsx';
import type { SiteContext } from '../http/visitor.ts';
import { breadcrumbs, PrintAtHome } from '../pages/article.tsx';
import { PublishedReviews, RatingLine, ratingData, reviewData } from '../pages/published-reviews.tsx';
import { Part } from './order-payment.tsx';
import { TagArtwork } from './product-drawing.tsx';
import { ProductGallery } from './product-picture.tsx';
import { AddForm, Availability, DeliveryFacts, Price, PriceNote, priceIn } from './shop-page.tsx';

export async function showProduct(c: SiteContext) {
  const { services } = c.var.site;
  const product = await findProduct(c.req.param('slug') ?? '', services);
  const shop = await readShopSettings(services);
  const reviewed = product && (await reviewedOf(product.id, services));
  return showRestPage(c, (context) => productPage(context, { product, shop, reviewed }));
}

/** On its own page, a product shows no more; the rest is on /reviews. */
const mostReviews = 5;

type Reviewed = { rating: Rating; reviews: PublishedReview[] };

async function reviewedOf(productId: string, services: Services): Promise<Reviewed | undefined> {
  const rating = await ratingOf(productId, services);
  const list = rating && (await listPublishedReviews({ productId, limit: mostReviews }, services));
  return list && list !== 'bad-cursor' ? { rating, reviews: list.reviews } : undefined;
}

type Shown = {
  product: Product | undefined;
  shop: ShopSettings;
  reviewed?: Reviewed | undefined;
  refused?: { typed: string; error: string };
};

export function productPage(context: PageContext, { product, shop, reviewed, refused }: Shown): PageResult {
  const { t, brand, publicUrl } = context;
  if (!product) {
    const words = { title: t('shopPage.unknownTitle'), text: t('shopPage.unknownText') };
    return onSite(systemPage(t, { status: 404, ...words, action: toShop(t) }));
  }
  if (!shop.open) return closedShopPage(t);
  const name = textIn(product.names, t.language);
  if (!isForSale(product, shop)) {
    const words = { title: t('shopPage.goneTitle'), text: t('shopPage.goneText', { name }) };
    return onSite(systemPage(t, { status: 410, ...words, action: toShop(t) }));
  }
  const url = publicUrl + productPath(product.slug);
  const [photograph] = product.pictures;
  return {
    face: 'site',
    shared: true,
    path: productPath(product.slug),
    ...(refused && { status: 400 }),
    metadata: {
      title: t('shopPage.productTitle', { name, product: brand.productName }),
      description:
        textIn(product.descriptions, t.language) ||
        t('shopPage.productDescription', { name, price: priceIn(product, t) }),
      keywords: t('shopPage.keywords'),
      product: product.kind,
      linkPreview: photograph && { picture: picturePath(photograph.id, 1600) },
      structuredData: structuredData(product, { name, url, t, seller: shop.seller.name, reviewed }),
      breadcrumbs: breadcrumbs(publicUrl, [
        { name: brand.productName, path: homePath() },
        { name: t('shopPage.title', { product: brand.productName }), path: buyPath() },
        { name, path: productPath(product.slug) },
      ]),
    },
    body: (
      <article className="wrap grid grid-cols-1 gap-8 py-8 md:grid-cols-2">
        <TagArtwork publicUrl={publicUrl} />
        <ProductGallery product={product} />
        <div className="grid content-start gap-4">
          <h1>
            <bdi>{name}</bdi>
          </h1>
          <p className="whitespace-pre-line">{textIn(product.descriptions, t.language)}</p>
          {product.tagsEach > 0 && <p>{t('shopPage.tags', { count: product.tagsEach })}</p>}
          {product.kind === 'gift-card' && product.tagsEach > 0 && (
            <p>{t('shopPage.giftCard', { count: product.tagsEach })}</p>
          )}
          <div>
            <Price product={product} />
            <PriceNote shop={shop} products={[product]} />
          </div>
          <p>
            <Availability product={product} />
          </p>
          <AddForm product={product} {...refused} />
          <p className="flex flex-wrap gap-x-6 gap-y-2">
            <a href={cartPath()}>{t('shopPage.toCart')}</a>
            <a href={buyPath()}>{t('shopPage.toShop')}</a>
          </p>
        </div>
        <Part id="delivery" title={t('shopPage.deliveryTitle')}>
          <DeliveryFacts shop={shop} />
        </Part>
        {reviewed && (
          <Part id="reviews" title={t('reviewsPage.title')}>
            <p className="font-bold">
              <RatingLine rating={reviewed.rating} />
            </p>
            <PublishedReviews reviews={reviewed.reviews} withProduct={false} />
            <LinkLine href={reviewsPath({ product: product.slug })}>{t('reviewsPage.allOf')}</LinkLine>
          </Part>
        )}
        <Part id="free" title={t('shopPage.freeTitle')}>
          <p>{t('shopPage.freeText')}</p>
          <PrintAtHome variant="secondary" />
        </Part>
      </article>
    ),
  };
}

export function closedShopPage(t: Translations): PageResult {
  const action = { label: t('sitePage.printFree'), href: printAtHomePath() };
  return onSite(systemPage(t, { title: t('shopPage.closedTitle'), text: t('shopPage.closedText'), action }));
}

const onSite = (page: PageResult): PageResult => ({ ...page, face: 'site' });

const toShop = (t: Translations) => ({ label: t('shopPage.toShop'), href: buyPath() });

type Described = { name: string; url: string; t: Translations; seller: string; reviewed: Reviewed | undefined };

function structuredData(product: Product, { name, url, t, seller, reviewed }: Described): Record<string, unknown> {
  const { priceMinor, currency, stock, descriptions } = product;
  const availability = stock === null ? 'MadeToOrder' : stock > 0 ? 'InStock' : 'OutOfStock';
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    description: textIn(descriptions, t.language) || undefined,
    sku: product.slug,
    ...(reviewed && { ...ratingData(reviewed.rating), review: reviewed.reviews.map(reviewData) }),
    offers: {
      '@type': 'Offer',
      url,
      price: decimals({ minor: priceMinor, currency }),
      priceCurrency: currency,
      availability: `https://schema.org/${availability}`,
      seller: { '@type': 'Organization', name: seller },
    },
  };
}
