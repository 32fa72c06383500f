import { type Category, categories } from '../../domain/items/contract/categories.ts';
import { Drawing } from '../../ui/drawings.tsx';
import { useWords } from '../../ui/words-context.ts';

type CategoryChoiceProps = { chosen?: Category; error: string | undefined };

export function CategoryChoice({ chosen, error }: CategoryChoiceProps) {
  const t = useWords();
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
          <label key={category} className={tileClasses}>
            <input
              type="radio"
              name="category"
              value={category}
              defaultChecked={category === chosen}
              aria-invalid={error ? true : undefined}
              className="sr-only"
            />
            <Drawing category={category} className="size-9" />
            <span className="leading-tight">{t(`category.${category}`)}</span>
          </label>
        ))}
      </div>
      <p className="mt-2 hidden group-has-[[value=child]:checked]:block">{t('itemForm.child')}</p>
    </fieldset>
  );
}

const tileClasses =
  'relative grid min-h-24 cursor-pointer content-center justify-items-center gap-1.5 rounded-control border-2 border-line bg-card p-2 text-center text-[0.9375rem] has-checked:border-home has-checked:font-[650] has-checked:text-home has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus';
