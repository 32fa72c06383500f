import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { maxTagBatchName, maxTagBatchNote } from '../../../domain/items/contract/tag-batch.ts';
import { adminTagsPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextArea, TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { fieldErrors } from '../../core/data/function-error.ts';
import { useChange, useKeyOf } from '../../core/data/use-change.ts';
import { formValues } from '../../widgets/form.tsx';
import { wholeNumberIn } from '../../widgets/numbers.ts';
import { adminKeys } from './queries.ts';

/** Begins a batch, and goes to it. */
export function MakeTagBatch() {
  const t = useTranslations();
  const navigate = useNavigate();
  const keyOf = useKeyOf();
  const make = useChange(
    ({ count = '', name = '', note = '' }: Record<string, string>) => {
      const details = { count: wholeNumberIn(count), name, note };
      return callFunction('makeTagBatch', { ...details, key: keyOf(details) });
    },
    { changes: [adminKeys.tables], onSuccess: ({ id }) => navigate(adminTagsPath({ batch: id })) },
  );
  const wrong = fieldErrors(make.error);
  const submit = (event: FormEvent<HTMLFormElement>) => make.mutate(formValues(event));
  return (
    <form onSubmit={submit} noValidate className="grid max-w-xl grid-cols-1 gap-4" aria-labelledby="make-batch">
      <h2 id="make-batch">{t('tagAdmin.make')}</h2>
      <TextField
        label={t('tagAdmin.howMany')}
        hint={t('tagAdmin.howManyHint')}
        name="count"
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        error={wrong.count}
      />
      <TextField
        label={t('tagAdmin.name')}
        hint={t('tagAdmin.nameHint')}
        name="name"
        autoComplete="off"
        maxLength={maxTagBatchName}
        error={wrong.name}
      />
      <TextArea label={t('tagAdmin.note')} name="note" rows={2} maxLength={maxTagBatchNote} error={wrong.note} />
      {make.error && Object.keys(wrong).length === 0 && <Alert tone="error">{make.error.message}</Alert>}
      <Button disabled={make.isPending} className="justify-self-start">
        {t('tagAdmin.makeVerb')}
      </Button>
    </form>
  );
}
