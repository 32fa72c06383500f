import '../../core/document/no-eval.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Category, categories } from '../../../domain/items/contract/categories.ts';
import { factNames, factsOf, type ItemFacts } from '../../../domain/items/contract/facts.ts';
import { maxItemNameLength, maxNoteLength } from '../../../domain/items/contract/limits.ts';
import { type ItemDetails, type NewItem, newItem } from '../../../domain/items/contract/schema.ts';
import { Drawing } from '../../../ui/drawings.tsx';
import { TextArea, TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { Failure, Submit, useForm } from '../../widgets/form.tsx';
import { FactFields, readFacts } from './fact-fields.tsx';

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
  const { ref, onSubmit, errors, field, failure } = useForm<NewItem>(
    { mutate: onSave, error },
    {
      draft: true,
      schema: newItem,
      read: (typed) => ({ ...typed, ...(isNew && { facts: readFacts(namesOf(typed.category), typed) }) }),
    },
  );
  return (
    <form ref={ref} onSubmit={onSubmit} noValidate className="grid grid-cols-1 gap-x-16 gap-y-6 lg:grid-cols-2">
      <div className="grid grid-cols-1 content-start gap-6">
        <TextField
          label={t('itemForm.name')}
          {...field('name')}
          defaultValue={item?.name}
          maxLength={maxItemNameLength}
          hint={t('itemForm.nameHint')}
        />
        <CategoryChoice chosen={item?.category} error={errors.category} />
      </div>
      <div className="grid grid-cols-1 content-start gap-6">
        <TextArea
          label={t('itemForm.note')}
          {...field('note')}
          defaultValue={item?.note}
          maxLength={maxNoteLength}
          hint={t('itemForm.noteHint')}
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

type CategoryChoiceProps = { chosen?: Category; error: string | undefined };

function CategoryChoice({ chosen, error }: CategoryChoiceProps) {
  const t = useTranslations();
  return (
    <fieldset className="group" aria-describedby={error ? 'category-error' : undefined}>
      <legend className="mb-2 font-[650]">{t('itemForm.category')}</legend>
      {error && (
        <p id="category-error" className="field-error mb-2">
          {error}
        </p>
      )}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2">
        {categories.map((category) => (
          <label key={category} className="relative cursor-pointer">
            <input
              type="radio"
              name="category"
              value={category}
              defaultChecked={category === chosen}
              aria-invalid={error ? true : undefined}
              className="peer sr-only"
            />
            <span className={tileClasses}>
              <Drawing category={category} className="size-9" />
              <span className="leading-tight">{t(`category.${category}`)}</span>
            </span>
          </label>
        ))}
      </div>
      <p className="mt-2 hidden group-has-[[value=child]:checked]:block">{t('itemForm.child')}</p>
    </fieldset>
  );
}

/** The classes look at the input beside the tile, because Firefox 115 has no :has(). */
const tileClasses =
  'grid h-full min-h-24 content-center justify-items-center gap-1.5 rounded-control border-2 border-line bg-card p-2 text-center text-[0.9375rem] peer-checked:border-home peer-checked:font-[650] peer-checked:text-home peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus';

type NewItemFactsProps = { facts?: ItemFacts | undefined; errors: Record<string, string | undefined> };

/** Facts typed for another category are hidden and come back with that category. */
function NewItemFacts({ facts = {}, errors }: NewItemFactsProps) {
  const t = useTranslations();
  const [names, setNames] = useState(() => namesOf(undefined));
  const [isOpen, setOpen] = useState(() => Object.keys(facts).length > 0);
  const fold = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const form = fold.current?.closest('form');
    if (!form) return;
    const look = () => setNames(namesOf(new FormData(form).get('category')));
    look();
    form.addEventListener('change', look);
    return () => form.removeEventListener('change', look);
  }, []);
  const isWrong = names.some((name) => errors[name]);
  if (isWrong && !isOpen) setOpen(true);
  return (
    <details
      ref={fold}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="rounded-card border-2 border-line bg-card px-4"
    >
      <summary className="cursor-pointer py-3 font-[650]">{t('itemForm.facts')}</summary>
      <div className="grid gap-6 pt-2 pb-4">
        <p className="text-ink-soft">{t('finderView.lead')}</p>
        <FactFields names={factNames} hidden={(name) => !names.includes(name)} facts={facts} errors={errors} />
      </div>
    </details>
  );
}

function namesOf(category: unknown) {
  return factsOf(categories.find((each) => each === category) ?? 'other');
}
