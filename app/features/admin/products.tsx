import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { formatMoney } from '../../../domain/shop/contract/money.ts';
import { type Product, productStates, textIn } from '../../../domain/shop/contract/product.ts';
import { adminProductsPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { useChange } from '../../core/data/use-change.ts';
import { Loaded } from '../../widgets/loaded.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { AdminTable, type Column } from './admin-table.tsx';
import { ProductForm } from './product-form.tsx';
import { adminKeys, productQuery, shopSettingsQuery } from './queries.ts';
import { StockForm } from './stock-form.tsx';

/** All products of the shop; or one of them, to change it. */
export function AdminProducts() {
  const t = useTranslations();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const asked = params.get('product');
  const pathOf = (product?: string) => adminProductsPath({ ...Object.fromEntries(params), product });
  const shop = useQuery(shopSettingsQuery);
  const close = () => navigate(pathOf());
  return (
    <div className={asked ? 'mx-auto grid max-w-2xl gap-6' : 'grid grid-cols-1 gap-6'}>
      <PageHeading>{t('shopAdmin.products')}</PageHeading>
      <Loaded query={shop} failure={t('shopAdmin.failed')}>
        {({ currency }) => {
          if (asked === 'new') return <ProductForm currency={currency} onClose={close} />;
          if (asked) return <Changed key={asked} id={asked} currency={currency} onClose={close} />;
          return <Products currency={currency} pathOf={pathOf} />;
        }}
      </Loaded>
    </div>
  );
}

type ChangedProps = { id: string; currency: string; onClose(): void };

function Changed({ id, currency, onClose }: ChangedProps) {
  const t = useTranslations();
  const query = useQuery(productQuery(id));
  return (
    <Loaded query={query} failure={t('shopAdmin.productFailed')}>
      {(product) => <ProductForm product={product} currency={currency} onClose={onClose} />}
    </Loaded>
  );
}

function Products({ currency, pathOf }: { currency: string; pathOf(product: string): string }) {
  const t = useTranslations();
  const columns: Column<'listProducts'>[] = [
    {
      label: t('tableFile.product'),
      sort: 'name',
      cell: ({ id, names, hidden, archived, currency: own }) => (
        <div className="wrap-anywhere lg:min-w-44">
          <Link to={pathOf(id)}>
            <bdi>{textIn(names, t.language)}</bdi>
          </Link>
          {hidden && !archived && <p className="font-bold">{t('shopAdmin.hidden')}</p>}
          {own !== currency && <p className="field-error">{t('shopAdmin.otherCurrency', { currency })}</p>}
        </div>
      ),
    },
    { label: t('shopAdmin.place'), sort: 'position', cell: (product) => <Place product={product} /> },
    {
      label: t('tableFile.price'),
      sort: 'price',
      cell: ({ priceMinor: minor, currency: own }) => formatMoney({ minor, currency: own }, t.language),
    },
    {
      label: t('tableFile.stock'),
      sort: 'stock',
      cell: (product) => (
        <div className="grid gap-3 md:min-w-44 lg:min-w-52">
          {product.stock === null ? t('shopAdmin.madeToOrder') : t('shopAdmin.inStock', { count: product.stock })}
          {!product.archived && product.stock !== null && <StockForm product={product} />}
        </div>
      ),
    },
    { label: t('told.acts'), cell: (product) => <Acts product={product} changePath={pathOf(product.id)} /> },
  ];
  return (
    <>
      <LinkButton href={pathOf('new')} className="justify-self-start">
        {t('shopAdmin.newProduct')}
      </LinkButton>
      <AdminTable
        name="products"
        caption={t('shopAdmin.products')}
        searchLabel={t('shopAdmin.search')}
        searchHint={t('shopAdmin.searchHint')}
        columns={columns}
        sortedBy="position"
        ascends
        states={{
          label: t('shopAdmin.which'),
          all: t('shopAdmin.show-listed'),
          options: productStates
            .filter((state) => state !== 'listed')
            .map((value) => ({ value, label: t(`shopAdmin.show-${value}`) })),
        }}
        list="listProducts"
        none={t('shopAdmin.none')}
        live
      />
    </>
  );
}

function Place({ product: { id, archived } }: { product: Product }) {
  const t = useTranslations();
  const { button, failure } = useActions();
  const [params] = useSearchParams();
  const isLimited = ['search', 'state'].some((name) => params.get(name));
  const isSorted = params.has('sort') && !(params.get('sort') === 'position' && params.has('ascending'));
  if (archived) return '–';
  // Anywhere else a product would move unseen.
  if (isLimited || isSorted) return <span className="text-ink-soft">{t('shopAdmin.moveHint')}</span>;
  return (
    <div className="flex flex-wrap gap-3">
      {button(t('shopAdmin.up'), () => callFunction('moveProduct', { id, to: 'up' }))}
      {button(t('shopAdmin.down'), () => callFunction('moveProduct', { id, to: 'down' }))}
      {failure}
    </div>
  );
}

function Acts({ product: { id, hidden, archived }, changePath }: { product: Product; changePath: string }) {
  const t = useTranslations();
  const { button, failure } = useActions();
  return (
    <div className="flex flex-wrap gap-3 lg:min-w-56">
      {archived ? (
        button(t('shopAdmin.restore'), () => callFunction('archiveProduct', { id, archived: false }))
      ) : (
        <>
          <LinkButton href={changePath} variant="secondary">
            {t('shopAdmin.change')}
          </LinkButton>
          {button(t(hidden ? 'shopAdmin.show' : 'shopAdmin.hide'), () =>
            callFunction('hideProduct', { id, hidden: !hidden }),
          )}
          {button(t('shopAdmin.archive'), () => callFunction('archiveProduct', { id, archived: true }))}
        </>
      )}
      {failure}
    </div>
  );
}

/** Buttons of which one is at work at a time, and what is said when it fails. */
function useActions() {
  const changes = [adminKeys.needs, adminKeys.products];
  const act = useChange((action: () => Promise<unknown>) => action(), { changes });
  return {
    button: (label: string, action: () => Promise<unknown>) => (
      <Button type="button" variant="secondary" disabled={act.isPending} onClick={() => act.mutate(action)}>
        {label}
      </Button>
    ),
    failure: act.error && <Alert tone="error">{act.error.message}</Alert>,
  };
}
