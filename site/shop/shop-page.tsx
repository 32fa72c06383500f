import { type Product, textIn } from '../../domain/shop/contract/product.ts';
import type { ShopSettings } from '../../domain/shop/contract/shop-settings.ts';
import { readShopSettings } from '../../domain/shop/current-settings.ts';
import { isAnythingForSale, listProductsForSale } from '../../domain/shop/for-sale.ts';
import { buyPath, cartPath, productPath } from '../../paths/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { useTranslations } from '../../ui/translations-context.ts';
import type { PageContext } from '../document/page.ts';
import { showRestPage } from '../document/show-page.tsx';
import type { SiteContext } from '../http/visitor.ts';
import { ArticleSection } from '../pages/article.tsx';
import { buy, emptyShop, productInGeneral } from '../pages/product.tsx';
import { drawWords } from '../pages/show-words.tsx';
import { Availability, DeliveryFacts, Price } from './product-facts.tsx';
import { ProductPicture, TagArtwork } from './product-picture.tsx';

const pageSize = 50;

export function showShop(c: SiteContext) {
  return showRestPage(c, async (context) => {
    const { services } = c.var.site;
    const shop = await readShopSettings(services);
    if (!shop.open) return drawWords(c, 'buy', buy(false), context);
    const after = c.req.query('after');
    const list = await listProductsForSale(shop.currency, { limit: pageSize, ...(after && { after }) }, services);
    if (!(await isAnythingForSale(services))) return drawWords(c, 'buy', emptyShop, context);
    const shelf = <Shelf {...context} shop={shop} list={list === 'bad-cursor' ? { products: [] } : list} />;
    return drawWords(c, 'buy', buy(true, shelf), context);
  });
}

export function showProductInGeneral(c: SiteContext) {
  return showRestPage(c, async (context) =>
    drawWords(c, 'product', productInGeneral(await isAnythingForSale(c.var.site.services)), context),
  );
}

type List = { products: Product[]; next?: string };

type ShelfProps = PageContext & { shop: ShopSettings; list: List };

function Shelf({ t, publicUrl, shop, list: { products, next } }: ShelfProps) {
  return (
    <>
      <TagArtwork publicUrl={publicUrl} />
      <ArticleSection id="products" title={t('shopPage.products')}>
        {products.length === 0 && <p>{t('shopPage.nothing')}</p>}
        <ul className="product-grid">
          {products.map((product) => (
            <li key={product.id}>
              <Card product={product} shop={shop} />
            </li>
          ))}
        </ul>
        <p className="mt-6 flex flex-wrap gap-3">
          {next && (
            <LinkButton href={buyPath(next)} variant="secondary">
              {t('shopPage.more')}
            </LinkButton>
          )}
          <LinkButton href={cartPath()} variant="secondary">
            {t('shopPage.toCart')}
          </LinkButton>
        </p>
      </ArticleSection>
      <ArticleSection id="delivery" title={t('shopPage.deliveryTitle')}>
        <DeliveryFacts shop={shop} />
      </ArticleSection>
    </>
  );
}

function Card({ product, shop }: { product: Product; shop: ShopSettings }) {
  const t = useTranslations();
  const { slug, kind, names, tagsEach } = product;
  return (
    <article className="grid content-start gap-2">
      <ProductPicture kind={kind} className="w-full" />
      <h3>
        <a href={productPath(slug)}>
          <bdi>{textIn(names, t.language)}</bdi>
        </a>
      </h3>
      {tagsEach > 0 && <p className="text-ink-soft">{t('shopPage.tags', { count: tagsEach })}</p>}
      <Price product={product} shop={shop} />
      <p>
        <Availability product={product} />
      </p>
    </article>
  );
}
