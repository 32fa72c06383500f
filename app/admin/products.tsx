import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { formatMoney } from '../../domain/shop/contract/money.ts';
import { type Product, type ProductState, productStates, textIn } from '../../domain/shop/contract/product.ts';
import { adminProductsPath, tableFilePath } from '../../paths/paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Select } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { Loaded } from '../data/loaded.tsx';
import { useReadOn } from '../data/long-lists.ts';
import { PageHeading } from '../widgets/page-heading.tsx';
import { ReadOn } from '../widgets/read-on.tsx';
import { AdminOnly } from './admin-only.tsx';
import { openWhenProved } from './admin-table.tsx';
import { ProductForm } from './product-form.tsx';
import { productLists, productQuery, readProducts, shopSettingsQuery } from './shop-queries.ts';
import { StockForm } from './stock-form.tsx';

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
  const state = productStates.find((each) => each === params.get('state')) ?? 'listed';
  const pathOf = (other: ProductState, product?: string) =>
    adminProductsPath(product, other === 'listed' ? undefined : other);
  const shop = useQuery(shopSettingsQuery);
  const close = () => navigate(pathOf(state));
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <PageHeading>{t('shopAdmin.products')}</PageHeading>
      <Loaded query={shop} failure={t('shopAdmin.failed')}>
        {({ currency }) => {
          if (asked === 'new') return <ProductForm currency={currency} onClose={close} />;
          if (asked) return <Changed key={asked} id={asked} currency={currency} onClose={close} />;
          return <List state={state} currency={currency} pathOf={pathOf} />;
        }}
      </Loaded>
    </div>
  );
}

type ChangedProps = { id: string; currency: string; onClose(): void };

function Changed({ id, currency, onClose }: ChangedProps) {
  const t = useWords();
  const query = useQuery(productQuery(id));
  return (
    <Loaded query={query} failure={t('shopAdmin.productFailed')}>
      {(product) => <ProductForm product={product} currency={currency} onClose={onClose} />}
    </Loaded>
  );
}

type ListProps = { state: ProductState; currency: string; pathOf(state: ProductState, product?: string): string };

function List({ state, currency, pathOf }: ListProps) {
  const t = useWords();
  const navigate = useNavigate();
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label={t('shopAdmin.which')}
          name="state"
          value={state}
          options={productStates.map((value) => ({ value, label: t(`shopAdmin.show-${value}`) }))}
          onChange={({ target }) => navigate(pathOf(target.value as ProductState))}
        />
        <LinkButton href={adminProductsPath('new')}>{t('shopAdmin.newProduct')}</LinkButton>
        <LinkButton href={tableFilePath('products', { state })} variant="secondary" download onClick={openWhenProved}>
          {t('table.download')}
        </LinkButton>
      </div>
      <Rows key={state} state={state} currency={currency} pathOf={pathOf} />
    </>
  );
}

function Rows({ state, currency, pathOf }: ListProps) {
  const t = useWords();
  const query = productLists[state];
  const products = useQuery(query);
  const reading = useReadOn(query, (request) => readProducts(request, state));
  return (
    <Loaded query={products} failure={t('shopAdmin.productsFailed')}>
      {(list) => (
        <>
          {!list.next && <p role="status">{t('shopAdmin.counted', { count: list.rows.length })}</p>}
          <ul className="grid gap-3">
            {list.rows.map((product) => (
              <li key={product.id} className="grid gap-3 rounded-card border-2 border-line bg-card p-4">
                <Line product={product} currency={currency} changePath={pathOf(state, product.id)} />
              </li>
            ))}
          </ul>
          <ReadOn label={t('shopAdmin.more')} list={list} reading={reading} />
        </>
      )}
    </Loaded>
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
