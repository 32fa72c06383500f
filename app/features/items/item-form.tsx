import '../../core/document/no-eval.ts';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { type Category, categories } from '../../../domain/items/contract/categories.ts';
import {
  type FactName,
  factNames,
  factsOf,
  type ItemFacts,
  privateFacts,
} from '../../../domain/items/contract/facts.ts';
import { maxItemNameLength, maxNoteLength } from '../../../domain/items/contract/limits.ts';
import { type ItemDetails, type NewItem, newItem } from '../../../domain/items/contract/schema.ts';
import { Drawing } from '../../../ui/drawings.tsx';
import { TextArea, TextField } from '../../../ui/fields.tsx';
import { t } from '../../core/document/app-translations.ts';
import { type FormDraft, RestoredDraft } from '../../widgets/drafted.tsx';
import { Fold } from '../../widgets/fold.tsx';
import { Failure, Submit, useForm } from '../../widgets/form.tsx';
import { FactFields, readFacts } from './fact-fields.tsx';

type ItemFormProps = {
  item?: ItemDetails | undefined;
  facts?: ItemFacts | undefined;
  draft?: FormDraft | undefined;
  saving: boolean;
  error: Error | null;
  onSave(details: NewItem): void;
  verb: string;
  isNew?: boolean;
  failed?: string | undefined;
  children?: ReactNode;
};

export function ItemForm(props: ItemFormProps) {
  const { item, facts, draft, saving, error, onSave, verb, isNew = false, failed, children } = props;
  const { ref, onSubmit, errors, field, failure } = useForm<NewItem>(
    { mutate: onSave, error },
    {
      draft,
      schema: newItem,
      read: (typed) => ({ ...typed, facts: readFacts(factsIn(isNew, categoryOf(typed.category)), typed) }),
    },
  );
  const category = useChosenCategory(ref, item?.category);
  const choice = <CategoryChoice chosen={item?.category} error={errors.category} />;
  return (
    <form
      ref={ref}
      onSubmit={onSubmit}
      noValidate
      className={`grid grid-cols-1 content-start gap-x-16 gap-y-6 ${isNew ? 'lg:grid-cols-2' : ''}`}
    >
      <div className="grid grid-cols-1 content-start gap-6">
        {draft && <RestoredDraft of={draft} />}
        <TextField
          label={t('itemForm.name')}
          {...field('name')}
          defaultValue={item?.name}
          maxLength={maxItemNameLength}
          hint={t('itemForm.nameHint')}
        />
        {isNew ? (
          choice
        ) : (
          <Fold
            title={t('itemForm.category')}
            detail={category && t(`category.${category}`)}
            isWrong={Boolean(errors.category)}
          >
            {choice}
          </Fold>
        )}
        {category === 'child' && <p>{t('itemForm.child')}</p>}
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
        <OwnFacts isNew={isNew} names={factsIn(isNew, category)} facts={facts} errors={errors} />
        <Failure error={failure} title={failed ?? t('itemForm.notSaved')} />
        <Submit of={{ isPending: saving }} busy={t('itemForm.saving')} className="sm:justify-self-start">
          {verb}
        </Submit>
      </div>
    </form>
  );
}

function CategoryChoice({ chosen, error }: { chosen?: Category; error: string | undefined }) {
  return (
    <fieldset aria-describedby={error ? 'category-error' : undefined}>
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
    </fieldset>
  );
}

/** The classes look at the input beside the tile, because Firefox 115 has no :has(). */
const tileClasses =
  'grid h-full min-h-24 content-center justify-items-center gap-1.5 rounded-control border-2 border-line bg-card p-2 text-center text-[0.9375rem] peer-checked:border-home peer-checked:font-[650] peer-checked:text-home peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus';

type OwnFactsProps = {
  isNew: boolean;
  names: FactName[];
  facts?: ItemFacts | undefined;
  errors: Record<string, string | undefined>;
};

/** Facts typed for another category are hidden and come back with that category. */
function OwnFacts({ isNew, names, facts = {}, errors }: OwnFactsProps) {
  return (
    <div hidden={names.length === 0}>
      <Fold
        title={t('itemForm.facts')}
        detail={isNew ? undefined : names.map((name) => t(`finderView.${name}`)).join(', ')}
        isWrong={names.some((name) => errors[name])}
        startsOpen={isNew && Object.keys(facts).length > 0}
      >
        {isNew && <p className="text-ink-soft">{t('finderView.lead')}</p>}
        <FactFields
          names={isNew ? factNames : privateFacts}
          hidden={(name) => !names.includes(name)}
          facts={facts}
          errors={errors}
        />
      </Fold>
    </div>
  );
}

function useChosenCategory(ref: RefObject<HTMLFormElement | null>, first: Category | undefined) {
  const [chosen, setChosen] = useState(first);
  useEffect(() => {
    const form = ref.current;
    if (!form) return;
    const look = () => setChosen(categoryOf(new FormData(form).get('category')));
    look();
    form.addEventListener('change', look);
    return () => form.removeEventListener('change', look);
  }, [ref]);
  return chosen;
}

const categoryOf = (typed: unknown) => categories.find((each) => each === typed);

/** What finders see has a page of its own once there is an item. */
function factsIn(isNew: boolean, category: Category | undefined): FactName[] {
  const names = factsOf(category ?? 'other');
  return isNew ? names : names.filter((name) => privateFacts.includes(name));
}
