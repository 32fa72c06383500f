import { type Fields, isSame } from '../../domain/conflicts/contract/fields.ts';
import { itemStates } from '../../domain/items/contract/item-state.ts';
import type { ToldLoss } from '../../domain/items/contract/loss.ts';
import type { PlainKey, Words } from '../../language/words.ts';
import { momentInWords } from '../../ui/dates.ts';
import { Notice } from '../../ui/notice.tsx';
import { partsOfLine } from '../../ui/parts-of-line.ts';
import { useWords } from '../../ui/words-context.ts';

type ComparedProps = {
  mine: Fields;
  /** Present values on the server, when they are known. */
  theirs?: Fields | undefined;
};

export function ComparedChanges(compared: ComparedProps) {
  const t = useWords();
  const mine = withPlaceInOneLine(compared.mine);
  const theirs = compared.theirs && withPlaceInOneLine(compared.theirs);
  const names = Object.keys({ ...mine, ...theirs }).filter((name) => name in labels);
  return (
    <dl className="mb-3 grid gap-2">
      {names
        .filter((name) => !theirs || !isSame(mine[name], theirs[name]))
        .map((name) => (
          <div key={name}>
            <dt className="font-[650]">{t(labels[name] as PlainKey)}</dt>
            {name in mine && (
              <dd>
                {t('changedElsewhere.typedHere')}: <Said text={inWords(name, mine[name], t)} />
              </dd>
            )}
            {theirs && name in theirs && (
              <dd>
                {t('changedElsewhere.savedElsewhere')}: <Said text={inWords(name, theirs[name], t)} />
              </dd>
            )}
          </div>
        ))}
    </dl>
  );
}

export function ChangedElsewhere(compared: ComparedProps) {
  const t = useWords();
  return (
    <Notice tone="error" title={t('itemForm.notSaved')}>
      <p className="mb-3">{t('unsent.changedElsewhere')}</p>
      <ComparedChanges {...compared} />
      <p>{t('changedElsewhere.formText')}</p>
    </Notice>
  );
}

function Said({ text }: { text: string }) {
  const t = useWords();
  if (!text) return <i>{t('changedElsewhere.empty')}</i>;
  return <bdi className="whitespace-pre-wrap wrap-anywhere">{text}</bdi>;
}

function withPlaceInOneLine({ point, ...fields }: Fields): Fields {
  if (!point) return fields;
  const { latitude, longitude } = point as NonNullable<ToldLoss['point']>;
  return { ...fields, place: partsOfLine([String(fields.place ?? ''), `${latitude}, ${longitude}`]) };
}

const labels: Record<string, PlainKey> = {
  name: 'itemForm.name',
  category: 'itemForm.category',
  note: 'itemForm.note',
  urgentCare: 'finderView.urgentCare',
  temperament: 'finderView.temperament',
  chip: 'finderView.chip',
  vet: 'finderView.vet',
  tripTo: 'finderView.tripTo',
  tripUntil: 'finderView.tripUntil',
  serialNumber: 'finderView.serialNumber',
  reward: 'finderView.reward',
  phone: 'finderView.phone',
  email: 'finderView.email',
  state: 'items.lostOrWithYou',
  message: 'loss.message',
  place: 'loss.place',
  lastSeen: 'loss.lastSeen',
  reference: 'loss.reference',
};

function inWords(name: string, value: unknown, t: Words): string {
  if (!value) return '';
  if (typeof value === 'object') return 'text' in value ? inWords(name, value.text, t) : '';
  const text = String(value);
  if (name === 'category') return t(`category.${text}` as PlainKey);
  if (name === 'temperament') return t(`finderView.${text}` as PlainKey);
  if (name === 'lastSeen') return momentInWords(text, t);
  return name === 'state' ? t(`loss.past_${itemStates.find((each) => each === text) ?? 'kept'}`) : text;
}
