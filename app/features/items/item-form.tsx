import '../../core/document/no-eval.ts';
import type { ReactNode } from 'react';
import type { ItemFacts } from '../../../domain/items/contract/facts.ts';
import { maxItemNameLength, maxNoteLength } from '../../../domain/items/contract/limits.ts';
import { type ItemDetails, type NewItem, newItem } from '../../../domain/items/contract/schema.ts';
import { TextArea, TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { Failure, Submit, useForm } from '../../widgets/form.tsx';
import { CategoryChoice } from './category-choice.tsx';
import { NewItemFacts, typedFacts } from './new-item-facts.tsx';

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
  const { ref, onSubmit, errors, failure } = useForm<NewItem>(
    { mutate: onSave, error },
    { draft: true, schema: newItem, read: (typed) => ({ ...typed, ...(isNew && { facts: typedFacts(typed) }) }) },
  );
  return (
    <form ref={ref} onSubmit={onSubmit} noValidate className="grid grid-cols-1 gap-x-16 gap-y-6 lg:grid-cols-2">
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
        <Failure error={failure} title={failed ?? t('itemForm.notSaved')} />
        <Submit of={{ isPending: saving }} busy={t('itemForm.saving')} className="sm:justify-self-start">
          {verb}
        </Submit>
      </div>
    </form>
  );
}
