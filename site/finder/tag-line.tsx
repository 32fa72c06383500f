import type { Category } from '../../domain/items/contract/categories.ts';
import type { PlainKey } from '../../language/create-translations.ts';
import { staticPath } from '../../paths/paths.ts';
import { Drawing } from '../../ui/drawings.tsx';
import { useTranslations } from '../../ui/translations-context.ts';

/** Small tags hung on a line, each leading to the advice for its kind of thing. */
export function TagLine() {
  const t = useTranslations();
  return (
    <section className="wrap" aria-labelledby="what-to-tag">
      <h2 id="what-to-tag">{t('homePage.whatToTag')}</h2>
      <ul className="tag-line">
        {hung.map(({ category, name }) => (
          <li key={category}>
            <a href={staticPath('instructions', category)} className="tag-shape">
              <Drawing category={category} className="mx-auto mt-2 size-12" />
              {t(name)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const hung: { category: Category; name: PlainKey }[] = [
  { category: 'keys', name: 'category.keys' },
  { category: 'suitcase', name: 'category.suitcase' },
  { category: 'bag', name: 'homePage.backpack' },
  { category: 'phone', name: 'category.phone' },
  { category: 'bike', name: 'category.bike' },
  { category: 'pet', name: 'category.pet' },
  { category: 'child', name: 'homePage.softToy' },
  { category: 'bottle', name: 'category.bottle' },
];
