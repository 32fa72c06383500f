import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoney } from '../../../domain/shop/contract/money.ts';
import type { Product } from '../../../domain/shop/contract/product.ts';
import { productStates, textIn } from '../../../domain/shop/contract/product-kinds.ts';
import { adminProductsPath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { t } from '../../core/document/app-translations.ts';
import { late } from '../../core/document/late.tsx';
import { returnTo, useSearchParams } from '../../core/navigation/navigation.tsx';
import { Loaded } from '../../widgets/loaded.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { Acts, Subject, useActs } from './admin-page.tsx';
import { AdminTable, type Column } from './admin-table.tsx';
import { Stock } from './product-stock.tsx';
import { productChanges as changes, productQuery, shopSettingsQuery } from './queries.ts';

const ProductForm = late(async () => (await import('./product-form.tsx')).ProductForm);
const ProductPhotographs = late(async () => (await import('./product-pictures.tsx')).ProductPhotographs);

export function AdminProducts() {
  const asked = useSearchParams().get('product');
  const onClose = () => returnTo(adminProductsPath());
  return (
    <div className={asked ? 'mx-auto grid max-w-2xl gap-6' : 'grid grid-cols-1 gap-6'}>
      {(!asked || asked === 'new') && (
        <PageHeading>{t(asked ? 'shopAdmin.newProduct' : 'shopAdmin.products')}</PageHeading>
      )}
      <Loaded query={useQuery(shopSettingsQuery)} failure={t('shopAdmin.failed')}>
        {({ currency }) => {
          if (asked === 'new') return <ProductForm {...{ currency, onClose }} />;
          if (!asked) return <Products currency={currency} />;
          return (
            <Subject
              key={asked}
              back={{ label: t('shopAdmin.products'), href: adminProductsPath() }}
              query={productQuery(asked)}
              failure={t('shopAdmin.productFailed')}
            >
              {(product) => (
                <>
                  <PageHeading>{textIn(product.names, t.language)}</PageHeading>
                  <ProductForm {...{ product, currency, onClose }} />
                  <ProductPhotographs product={product} />
                </>
              )}
            </Subject>
          );
        }}
      </Loaded>
    </div>
  );
}

function Products({ currency }: { currency: string }) {
  const [archived, setArchived] = useState<boolean>();
  const labelOf = (state: string) => t(`shopAdmin.show-${state as (typeof productStates)[number]}`);
  const columns: Column<'listProducts'>[] = [
    {
      label: t('tableFile.product'),
      sort: 'name',
      cell: ({ id, names, hidden, archived, currency: own }) => (
        <div className="min-w-32 wrap-anywhere lg:min-w-44">
          <a href={adminProductsPath({ product: id })}>
            <bdi>{textIn(names, t.language)}</bdi>
          </a>
          {hidden && !archived && <p className="font-bold">{t('shopAdmin.hidden')}</p>}
          {own !== currency && <p className="field-error">{t('shopAdmin.otherCurrency', { currency })}</p>}
        </div>
      ),
    },
    {
      label: t('shopAdmin.place'),
      sort: 'position',
      cell: (product, place) => <Place product={product} isFirst={place === 0} />,
    },
    {
      label: t('tableFile.price'),
      sort: 'price',
      isSum: true,
      cell: ({ priceMinor: minor, currency: own }) => formatMoney({ minor, currency: own }, t.language),
    },
    {
      label: t('tableFile.stock'),
      sort: 'stock',
      cell: (product) => <Stock product={product} />,
    },
    {
      label: t('reports.acts'),
      cell: (product) => <ProductActs product={product} onArchive={setArchived} />,
    },
  ];
  return (
    <>
      <LinkButton href={adminProductsPath({ product: 'new' })} className="justify-self-start">
        {t('shopAdmin.newProduct')}
      </LinkButton>
      <p role="status" className={archived === undefined ? 'sr-only' : 'font-bold'}>
        {archived === false && t('shopAdmin.restoredNow')}
        {archived && t('shopAdmin.archivedNow', { which: t('shopAdmin.which'), archived: labelOf('archived') })}
      </p>
      <AdminTable
        name="products"
        caption={t('shopAdmin.products')}
        searchHint={t('shopAdmin.searchHint')}
        columns={columns}
        sortedBy="position"
        ascends
        states={{
          label: t('shopAdmin.which'),
          all: labelOf('listed'),
          values: productStates.filter((state) => state !== 'listed'),
          labelOf,
        }}
        list="listProducts"
        none={t('shopAdmin.none')}
        live
      />
    </>
  );
}

function Place({ product: { id, archived }, isFirst }: { product: Product; isFirst: boolean }) {
  const { button, failure } = useActs({ changes });
  const params = useSearchParams();
  const isLimited = ['search', 'state'].some((name) => params.get(name));
  const isSorted = params.has('sort') && !(params.get('sort') === 'position' && params.has('ascending'));
  if (archived) return '–';
  // In a search or another order, nobody would see the product move.
  if (isLimited || isSorted) return <span className="text-ink-soft">{t('shopAdmin.moveHint')}</span>;
  return (
    <Acts>
      {!isFirst && button(t('shopAdmin.up'), () => callFunction('moveProduct', { id, to: 'up' }))}
      {button(t('shopAdmin.down'), () => callFunction('moveProduct', { id, to: 'down' }))}
      {failure}
    </Acts>
  );
}

type ProductActsProps = { product: Product; onArchive(archived: boolean): void };

function ProductActs({ product: { id, hidden, archived }, onArchive }: ProductActsProps) {
  const { button, failure } = useActs({ changes });
  const archive = async () => {
    await callFunction('archiveProduct', { id, archived: !archived });
    onArchive(!archived);
  };
  return (
    <Acts>
      {!archived &&
        button(t(hidden ? 'shopAdmin.show' : 'shopAdmin.hide'), () =>
          callFunction('hideProduct', { id, hidden: !hidden }),
        )}
      {button(t(archived ? 'shopAdmin.restore' : 'shopAdmin.archive'), archive)}
      {failure}
    </Acts>
  );
}
