import { type FormEvent, useState } from 'react';
import type { Product } from '../../../domain/shop/contract/product.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { useChange, useKeyOf } from '../../core/data/use-change.ts';
import { wholeNumberIn } from '../../widgets/numbers.ts';
import { useFocusWrong } from '../../widgets/use-focus-wrong.ts';
import { adminKeys } from './queries.ts';

/** So many more, or fewer with a minus: buyers may take some meanwhile. */
export function StockForm({ product: { id, stock } }: { product: Product }) {
  const t = useTranslations();
  const keyOf = useKeyOf();
  const [typed, setTyped] = useState('');
  const difference = wholeNumberIn(typed);
  const change = useChange(
    () => callFunction('changeStock', { id, difference, key: keyOf({ id, difference, stock }) }),
    { changes: [adminKeys.needs, adminKeys.products], onSuccess: () => setTyped('') },
  );
  const { form, errors } = useFocusWrong(change.error);
  const wrong = errors.difference;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid items-end gap-3 sm:grid-cols-[1fr_auto]">
      <TextField
        id={`stock-${id}`}
        name="difference"
        label={t('shopAdmin.difference')}
        hint={t('shopAdmin.differenceHint')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        maxLength={9}
        autoComplete="off"
        error={wrong}
      />
      <Button variant="secondary" disabled={change.isPending}>
        {t('shopAdmin.count')}
      </Button>
      {change.error && !wrong && <Alert tone="error">{change.error.message}</Alert>}
    </form>
  );
}
