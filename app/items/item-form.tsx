import { maxItemNameLength, maxNoteLength } from '../../domain/items/contract/limits.ts';
import '../start/no-eval.ts';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type ItemDetails, itemDetails } from '../../domain/items/contract/schema.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { fieldErrors } from '../data/function-error.ts';
import { useFormDraft } from '../widgets/form-draft.ts';
import { formValues } from '../widgets/form-values.ts';
import { issueInWords } from '../widgets/issue-in-words.ts';
import { CategoryChoice } from './category-choice.tsx';

type ItemFormProps = {
  item?: ItemDetails;
  saving: boolean;
  error: Error | null;
  onSave(details: ItemDetails): void;
  verb: string;
};

type Errors = Record<string, string | undefined>;

export function ItemForm({ item, saving, error, onSave, verb }: ItemFormProps) {
  const t = useWords();
  const form = useRef<HTMLFormElement>(null);
  useFormDraft(form);
  const [refused, setRefused] = useState<Errors>({});
  const serverErrors = fieldErrors(error);
  const errors: Errors = { ...serverErrors, ...refused };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const parsed = itemDetails.safeParse(formValues(event));
    setRefused(Object.fromEntries((parsed.error?.issues ?? []).map((issue) => [issue.path[0], issueInWords(issue)])));
    if (parsed.success) onSave(parsed.data);
  };
  const wrong = Object.keys(errors).join();
  useEffect(() => {
    if (wrong) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong]);

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid grid-cols-1 gap-x-16 gap-y-6 lg:grid-cols-2">
      <div className="grid grid-cols-1 content-start gap-6">
        <TextField
          label={t('itemForm.name')}
          name="name"
          defaultValue={item?.name}
          maxLength={maxItemNameLength}
          hint={t('itemForm.nameHint')}
          error={errors.name}
        />
        <CategoryChoice chosen={item?.category} error={errors.category} />
      </div>
      <div className="grid grid-cols-1 content-start gap-6">
        <TextArea
          label={t('itemForm.note')}
          name="note"
          defaultValue={item?.note}
          maxLength={maxNoteLength}
          hint={t('itemForm.noteHint')}
          error={errors.note}
        />
        <Failure error={Object.keys(serverErrors).length ? null : error} />
        <Button disabled={saving} className="sm:justify-self-start">
          {saving ? t('itemForm.saving') : verb}
        </Button>
      </div>
    </form>
  );
}

function Failure({ error }: { error: Error | null }): ReactNode {
  const t = useWords();
  if (!error) return null;
  return (
    <Notice tone="error" title={t('itemForm.notSaved')}>
      <p>{error.message}</p>
    </Notice>
  );
}
