import { maxItemNameLength, maxNoteLength } from '../../../domain/items/contract/limits.ts';
import '../../core/document/no-eval.ts';
import type { FormEvent, ReactNode } from 'react';
import type { ItemFacts } from '../../../domain/items/contract/facts.ts';
import { type ItemDetails, type NewItem, newItem } from '../../../domain/items/contract/schema.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea, TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { formValues } from '../../widgets/form-values.ts';
import { useCheckedForm } from '../../widgets/use-checked-form.ts';
import { CategoryChoice } from './category-choice.tsx';
import { NewItemFacts, typedFacts } from './new-item-facts.tsx';
import { NotSaved } from './not-saved.tsx';

type ItemFormProps = {
  item?: ItemDetails | undefined;
  facts?: ItemFacts | undefined;
  saving: boolean;
  error: Error | null;
  onSave(details: NewItem): void;
  verb: string;
  isNew?: boolean;
  failed?: string | undefined;
  children?: ReactNode;
};

export function ItemForm(props: ItemFormProps) {
  const { item, facts, saving, error, onSave, verb, isNew = false, failed, children } = props;
  const t = useTranslations();
  const { form, errors, failure, check } = useCheckedForm(newItem, error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const typed = formValues(event);
    const details = check({ ...typed, ...(isNew && { facts: typedFacts(typed) }) });
    if (details) onSave(details);
  };
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
        {children}
        {isNew && <NewItemFacts facts={facts} errors={errors} />}
        <NotSaved error={failure} title={failed} />
        <Button disabled={saving} className="sm:justify-self-start">
          {saving ? t('itemForm.saving') : verb}
        </Button>
      </div>
    </form>
  );
}
