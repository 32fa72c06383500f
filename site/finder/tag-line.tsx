import type { Category } from '../../domain/items/contract/categories.ts';
import { staticPath } from '../../paths/paths.ts';
import { Drawing } from '../../ui/drawings.tsx';

/** Small tags hung on a line, each leading to the advice for its kind of thing. */
export function TagLine() {
  return (
    <section className="wrap" aria-labelledby="what-to-tag">
      <h2 id="what-to-tag">What would you hate to lose?</h2>
      <ul className="tag-line">
        {hung.map(({ category, name, guide }) => (
          <li key={category}>
            <a href={staticPath('guides', guide)} className="tag-shape">
              <Drawing category={category} className="mx-auto mt-2 size-12" />
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const hung: { category: Category; name: string; guide: string }[] = [
  { category: 'keys', name: 'Keys', guide: 'keys' },
  { category: 'suitcase', name: 'Suitcase', guide: 'luggage' },
  { category: 'bag', name: 'Backpack', guide: 'luggage' },
  { category: 'phone', name: 'Phone', guide: 'electronics' },
  { category: 'bike', name: 'Bike', guide: 'bike' },
  { category: 'pet', name: 'Pet', guide: 'pets' },
  { category: 'child', name: 'Soft toy', guide: 'children' },
  { category: 'bottle', name: 'Bottle', guide: 'children' },
];
