import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { formatMoney } from '../../domain/shop/contract/money.ts';
import { type Product, textIn } from '../../domain/shop/contract/product.ts';
import { adminProductsPath, adminShopPath } from '../../paths/paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { Loaded } from '../data/loaded.tsx';
import { useReadOn } from '../data/long-lists.ts';
import { PageHeading } from '../widgets/page-heading.tsx';
import { ReadOn } from '../widgets/read-on.tsx';
import { AdminOnly } from './admin-only.tsx';
import { ProductForm } from './product-form.tsx';
import { productLists, readProducts, shopSettingsQuery } from './shop-queries.ts';
import { StockForm } from './stock-form.tsx';

const states = ['listed', 'low-stock', 'archived'] as const;

/** All products of the shop, in its order. */
export function AdminProducts() {
  return (
    <AdminOnly>
      <ProductsContent />
    </AdminOnly>
  );
}

function ProductsContent() {
  const t = useWords();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const asked = params.get('product');
  const state = states.find((each) => each === params.get('state')) ?? 'listed';
  const pathOf = (other: typeof state, product?: string) =>
    adminProductsPath(product, other === 'listed' ? undefined : other);
  const query = productLists[state];
  const products = useQuery(query);
  const shop = useQuery(shopSettingsQuery);
  const reading = useReadOn(query, (request) => readProducts(request, state));
  const close = () => navigate(pathOf(state));
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <PageHeading>{t('shopAdmin.products')}</PageHeading>
      <Loaded query={shop} failure={t('shopAdmin.failed')}>
        {({ currency }) => (
          <Loaded query={products} failure={t('shopAdmin.productsFailed')}>
            {(list) => {
              if (asked === 'new') return <ProductForm currency={currency} onClose={close} />;
              const changed = list.rows.find(({ id }) => id === asked);
              if (changed) {
                return <ProductForm key={changed.id} product={changed} currency={currency} onClose={close} />;
              }
              return (
                <>
                  <div className="flex flex-wrap gap-3">
                    <LinkButton href={adminProductsPath('new')}>{t('shopAdmin.newProduct')}</LinkButton>
                    {states
                      .filter((each) => each !== state)
                      .map((each) => (
                        <LinkButton key={each} href={pathOf(each)} variant="secondary">
                          {t(`shopAdmin.show-${each}`)}
                        </LinkButton>
                      ))}
                    <LinkButton href={adminShopPath()} variant="secondary">
                      {t('shopAdmin.title')}
                    </LinkButton>
                  </div>
                  {state !== 'listed' && <h2>{t(`shopAdmin.show-${state}`)}</h2>}
                  <p role="status">{t('shopAdmin.counted', { count: list.rows.length })}</p>
                  <ul className="grid gap-3">
                    {list.rows.map((product) => (
                      <li key={product.id} className="grid gap-3 rounded-card border-2 border-line bg-card p-4">
                        <Line product={product} currency={currency} changePath={pathOf(state, product.id)} />
                      </li>
                    ))}
                  </ul>
                  <ReadOn label={t('shopAdmin.more')} list={list} reading={reading} />
                </>
              );
            }}
          </Loaded>
        )}
      </Loaded>
    </div>
  );
}

function Line({ product, currency, changePath }: { product: Product; currency: string; changePath: string }) {
  const t = useWords();
  const client = useQueryClient();
  const { id, names, hidden, archived, stock } = product;
  const act = useMutation({
    mutationFn: (action: () => Promise<unknown>) => action(),
    onSuccess: () => client.invalidateQueries({ queryKey: ['products'] }),
  });
  const button = (label: string, action: () => Promise<unknown>) => (
    <Button type="button" variant="secondary" disabled={act.isPending} onClick={() => act.mutate(action)}>
      {label}
    </Button>
  );
  return (
    <>
      <div>
        <h2 className="wrap-anywhere">
          <bdi>{textIn(names, t.language)}</bdi>
        </h2>
        <p>{formatMoney({ minor: product.priceMinor, currency: product.currency }, t.language)}</p>
        <p className="text-ink-soft">
          {stock === null ? t('shopAdmin.madeToOrder') : t('shopAdmin.inStock', { count: stock })}
        </p>
        {hidden && !archived && <p className="font-bold">{t('shopAdmin.hidden')}</p>}
        {product.currency !== currency && <p className="field-error">{t('shopAdmin.otherCurrency', { currency })}</p>}
      </div>
      {!archived && stock !== null && <StockForm product={product} />}
      <div className="flex flex-wrap gap-3">
        {archived ? (
          button(t('shopAdmin.restore'), () => callFunction('archiveProduct', { id, archived: false }))
        ) : (
          <>
            <LinkButton href={changePath}>{t('shopAdmin.change')}</LinkButton>
            {button(t(hidden ? 'shopAdmin.show' : 'shopAdmin.hide'), () =>
              callFunction('hideProduct', { id, hidden: !hidden }),
            )}
            {button(t('shopAdmin.up'), () => callFunction('moveProduct', { id, to: 'up' }))}
            {button(t('shopAdmin.down'), () => callFunction('moveProduct', { id, to: 'down' }))}
            {button(t('shopAdmin.archive'), () => callFunction('archiveProduct', { id, archived: true }))}
          </>
        )}
      </div>
      {act.error && <Notice tone="error">{act.error.message}</Notice>}
    </>
  );
}
