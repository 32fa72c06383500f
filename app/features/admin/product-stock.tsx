import type { Product } from '../../../domain/shop/contract/product.ts';
import { TextField } from '../../../ui/fields.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { t } from '../../core/document/app-translations.ts';
import { Fold } from '../../widgets/fold.tsx';
import { Failure, type FieldValues, Submit, useChange, useForm, useKeyOf } from '../../widgets/form.tsx';
import { wholeNumberIn } from '../../widgets/numbers.ts';
import { productChanges as changes } from './queries.ts';

export function Stock({ product }: { product: Product }) {
  if (product.stock === null) return t('shopAdmin.madeToOrder');
  const title = t('shopAdmin.inStock', { count: product.stock });
  return product.archived ? (
    title
  ) : (
    <Fold title={title} detail={t('shopAdmin.change')} isDrawnLate>
      <StockForm product={product} />
    </Fold>
  );
}

/** So many more, or fewer with a minus: buyers may take some meanwhile. */
function StockForm({ product: { id, stock } }: { product: Product }) {
  const keyOf = useKeyOf();
  const change = useChange(
    ({ difference: typed = '' }: FieldValues) => {
      const difference = wholeNumberIn(typed);
      return callFunction('changeStock', { id, difference, key: keyOf({ id, difference, stock }) });
    },
    {
      changes,
      onSuccess: () => {
        ref.current?.reset();
      },
    },
  );
  const { ref, onSubmit, field, failure } = useForm(change);
  return (
    <form ref={ref} onSubmit={onSubmit} noValidate className="grid items-end gap-3">
      <TextField
        id={`stock-${id}`}
        {...field('difference')}
        label={t('shopAdmin.difference')}
        hint={t('shopAdmin.differenceHint')}
        maxLength={9}
        autoComplete="off"
      />
      <Submit of={change} variant="secondary">
        {t('shopAdmin.count')}
      </Submit>
      <p role="status">{change.isSuccess && t('shopAdmin.stockChanged', { count: stock ?? 0 })}</p>
      <Failure error={failure} />
    </form>
  );
}
