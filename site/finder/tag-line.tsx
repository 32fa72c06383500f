import type { Category } from '../../domain/items/contract/categories.ts';
import type { PlainKey } from '../../language/words.ts';
import { staticPath } from '../../paths/paths.ts';
import { Drawing } from '../../ui/drawings.tsx';
import { useWords } from '../../ui/words-context.ts';

/** Small tags hung on a line, each leading to the advice for its kind of thing. */
export function TagLine() {
  const t = useWords();
  return (
    <section className="wrap" aria-labelledby="what-to-tag">
      <h2 id="what-to-tag">{t('homePage.whatToTag')}</h2>
      <ul className="tag-line">
        {hung.map(({ category, name, guide }) => (
          <li key={category}>
            <a href={staticPath('guides', guide)} className="tag-shape">
              <Drawing category={category} className="mx-auto mt-2 size-12" />
              {t(name)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const hung: { category: Category; name: PlainKey; guide: string }[] = [
  { category: 'keys', name: 'category.keys', guide: 'keys' },
  { category: 'suitcase', name: 'category.suitcase', guide: 'luggage' },
  { category: 'bag', name: 'homePage.backpack', guide: 'luggage' },
  { category: 'phone', name: 'category.phone', guide: 'electronics' },
  { category: 'bike', name: 'category.bike', guide: 'bike' },
  { category: 'pet', name: 'category.pet', guide: 'pets' },
  { category: 'child', name: 'homePage.softToy', guide: 'children' },
  { category: 'bottle', name: 'category.bottle', guide: 'children' },
];
