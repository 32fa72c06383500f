import { useQuery } from '@tanstack/react-query';
import { type FactName, factNames } from '../../domain/items/contract/facts.ts';
import type { ItemState } from '../../domain/items/contract/item-state.ts';
import type { ToldLoss } from '../../domain/items/contract/loss.ts';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { nothingSaid, toldLossOf } from '../../domain/items/contract/told-loss.ts';
import type { Words } from '../../language/words.ts';
import { momentInWords } from '../../ui/dates.ts';
import { partsOfLine } from '../../ui/parts-of-line.ts';
import { useWords } from '../../ui/words-context.ts';
import { itemQuery, itemStatesQuery } from '../data/queries.ts';
import type { StateChange } from '../offline/enter-state.ts';
import type { UnsentChange } from '../unsent/kinds.ts';

/** What was typed here, beside what the server has now. */
export function ComparedChanges({ change }: { change: Compared }) {
  const t = useWords();
  const { data: now } = useQuery({ ...itemQuery(change.itemId), retry: false });
  const states = useQuery({ ...itemStatesQuery(change.itemId), retry: false, enabled: change.change !== undefined });
  const latest = states.data && (states.data.rows[0] ?? nothingEntered);
  const differing = [
    ...textsOf(change, t).map((each) => ({ ...each, now: now && textOf(now, each.field, t) })),
    ...(change.change ? textsOfLoss(change.change, latest, t) : []),
  ];
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

type Compared = Pick<UnsentChange, 'itemId' | 'details' | 'facts' | 'change'>;

const nothingEntered = { ...nothingSaid, state: 'kept' } as const;

function textsOfLoss({ state, ...said }: StateChange, latest: ({ state: ItemState } & ToldLoss) | undefined, t: Words) {
  const now = latest && toldLossOf(latest);
  const typed = { ...(now ?? nothingSaid), ...said };
  return [
    {
      field: 'state',
      label: t('items.lostOrWithYou'),
      text: t(`loss.past_${state}`),
      now: latest && t(`loss.past_${latest.state}`),
    },
    ...(['message', 'place', 'lastSeen', 'reference'] as const).map((field) => ({
      field,
      label: t(`loss.${field}`),
      text: textOfLoss(typed, field, t),
      now: now && textOfLoss(now, field, t),
    })),
  ];
}

function textOfLoss(loss: ToldLoss, field: Exclude<keyof ToldLoss, 'point'>, t: Words): string {
  const { place, point, lastSeen } = loss;
  if (field === 'place') return partsOfLine([place, point && `${point.latitude}, ${point.longitude}`]);
  return field === 'lastSeen' && lastSeen ? momentInWords(lastSeen, t) : loss[field];
}

type Field = 'name' | 'category' | 'note' | FactName;

function textsOf({ details, facts = {} }: Compared, t: Words) {
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
