import { useQuery } from '@tanstack/react-query';
import { type FactName, factNames } from '../../domain/items/contract/facts.ts';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import type { Words } from '../../language/words.ts';
import { useWords } from '../../ui/words-context.ts';
import { itemQuery } from '../data/queries.ts';
import type { UnsentChange } from '../offline/unsent-changes.ts';

/** What was typed here, beside what the server has now. */
export function ComparedChanges({ change }: { change: Pick<UnsentChange, 'itemId' | 'details' | 'facts'> }) {
  const t = useWords();
  const { data: now } = useQuery({ ...itemQuery(change.itemId), retry: false });
  const differing = textsOf(change, t).map((each) => ({ ...each, now: now && textOf(now, each.field, t) }));
  return (
    <dl className="mb-3 grid gap-2">
      {differing
        .filter((each) => each.text !== each.now)
        .map(({ field, label, text, now }) => (
          <div key={field}>
            <dt className="font-[650]">{label}</dt>
            <dd>
              {t('changedElsewhere.typedHere')}: <Said text={text} />
            </dd>
            {now !== undefined && (
              <dd>
                {t('changedElsewhere.savedElsewhere')}: <Said text={now} />
              </dd>
            )}
          </div>
        ))}
    </dl>
  );
}

function Said({ text }: { text: string }) {
  const t = useWords();
  if (!text) return <i>{t('changedElsewhere.empty')}</i>;
  return <bdi className="whitespace-pre-wrap wrap-anywhere">{text}</bdi>;
}

type Field = 'name' | 'category' | 'note' | FactName;

function textsOf({ details, facts = {} }: Pick<UnsentChange, 'details' | 'facts'>, t: Words) {
  const changed = { ...details, facts };
  const names = (['name', 'category', 'note'] as const).filter((name) => details[name] !== undefined);
  return [
    ...names.map((field) => ({ field, label: t(`itemForm.${field}`), text: textOf(changed, field, t) })),
    ...factNames
      .filter((name) => facts[name])
      .map((field) => ({ field, label: t(`finderView.${field}`), text: textOf(changed, field, t) })),
  ];
}

function textOf(item: Partial<Pick<ItemSummary, 'name' | 'category' | 'note' | 'facts'>>, field: Field, t: Words) {
  if (field === 'category') return item.category ? t(`category.${item.category}`) : '';
  if (field === 'name' || field === 'note') return item[field] ?? '';
  const text = item.facts?.[field]?.text ?? '';
  return field === 'temperament' && text ? t(`finderView.${text as 'shy' | 'friendly'}`) : text;
}
