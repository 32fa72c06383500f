import { type Category, categories } from '../../../domain/items/contract/categories.ts';
import { Drawing } from '../../../ui/drawings.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';

type CategoryChoiceProps = { chosen?: Category; error: string | undefined };

export function CategoryChoice({ chosen, error }: CategoryChoiceProps) {
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

/** By the input beside it: Firefox 115 has no :has(). */
const tileClasses =
  'grid h-full min-h-24 content-center justify-items-center gap-1.5 rounded-control border-2 border-line bg-card p-2 text-center text-[0.9375rem] peer-checked:border-home peer-checked:font-[650] peer-checked:text-home peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus';
