import { type Fields, isSame } from '../../../domain/conflicts/contract/fields.ts';
import { factNames } from '../../../domain/items/contract/facts.ts';
import { itemStates, lossNames } from '../../../domain/items/contract/item-state.ts';
import type { ToldLoss } from '../../../domain/items/contract/loss.ts';
import type { PlainKey } from '../../../language/create-translations.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ActionButton } from '../../../ui/button.tsx';
import { momentInWords } from '../../../ui/dates.ts';
import { partsOfLine } from '../../../ui/parts-of-line.ts';
import { t } from '../../core/document/app-translations.ts';

type ComparedProps = {
  mine: Fields;
  theirs?: Fields | undefined;
};

export function ComparedChanges(compared: ComparedProps) {
  const mine = withPlaceInOneLine(compared.mine);
  const theirs = compared.theirs && withPlaceInOneLine(compared.theirs);
  const differing = Object.keys({ ...mine, ...theirs }).filter((name) => !theirs || !isSame(mine[name], theirs[name]));
  const labelled = differing.flatMap((name) => {
    const label = labelOf(name);
    return label ? { name, label } : [];
  });
  return (
    <dl className="mb-3 grid gap-2">
      {labelled.map(({ name, label }) => (
        <div key={name}>
          <dt className="font-[650]">{t(label)}</dt>
          {name in mine && (
            <dd>
              {t('changedElsewhere.typedHere')}: <Said text={inWords(name, mine[name])} />
            </dd>
          )}
          {theirs && name in theirs && (
            <dd>
              {t('changedElsewhere.savedElsewhere')}: <Said text={inWords(name, theirs[name])} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

export function ChangedElsewhere({ onTake, ...compared }: Required<ComparedProps> & { onTake(): void }) {
  const take = (form: HTMLFormElement | null) => {
    if (form) fill(form, compared.theirs ?? {});
    onTake();
  };
  return (
    <Alert tone="error" title={t('itemForm.notSaved')}>
      <p className="mb-3">{t('unsent.changedElsewhere')}</p>
      <ComparedChanges {...compared} />
      <p className="mb-3">{t('changedElsewhere.formText')}</p>
      <ActionButton onClick={({ currentTarget }) => take(currentTarget.form)}>
        {t('changedElsewhere.takeTheirs')}
      </ActionButton>
    </Alert>
  );
}

function fill(form: HTMLFormElement, fields: Fields): void {
  for (const [name, value] of Object.entries(fields)) {
    const { text = value ?? '', shown } = Object(value) as { text?: unknown; shown?: boolean };
    const field = form.elements.namedItem(name);
    if (field && 'value' in field) field.value = String(text);
    const box = form.elements.namedItem(`${name}-shown`);
    if (box instanceof HTMLInputElement && shown !== undefined) box.checked = shown;
  }
  // Parts of the form may follow what is chosen in it.
  form.dispatchEvent(new Event('change'));
}

function Said({ text }: { text: string }) {
  if (!text) return <i>{t('changedElsewhere.empty')}</i>;
  return <bdi className="whitespace-pre-wrap wrap-anywhere">{text}</bdi>;
}

function withPlaceInOneLine({ point, ...fields }: Fields): Fields {
  if (!point) return fields;
  const { latitude, longitude } = point as NonNullable<ToldLoss['point']>;
  return { ...fields, place: partsOfLine([String(fields.place ?? ''), `${latitude}, ${longitude}`]) };
}

const details = ['name', 'category', 'note'] as const;

function labelOf(field: string): PlainKey | undefined {
  const detail = details.find((each) => each === field);
  if (detail) return `itemForm.${detail}`;
  const fact = factNames.find((each) => each === field);
  if (fact) return `finderView.${fact}`;
  if (field === 'state') return 'items.lostOrWithYou';
  const said = lossNames.find((each) => each === field);
  return said && said !== 'point' ? `loss.${said}` : undefined;
}

function inWords(name: string, value: unknown): string {
  if (!value) return '';
  if (typeof value === 'object') return 'text' in value ? inWords(name, value.text) : '';
  const text = String(value);
  if (name === 'category') return t(`category.${text}` as PlainKey);
  if (name === 'temperament') return t(`finderView.${text}` as PlainKey);
  if (name === 'lastSeen') return momentInWords(text, t);
  return name === 'state' ? t(`loss.past_${itemStates.find((each) => each === text) ?? 'kept'}`) : text;
}
