import { type FactName, type ItemFacts, temperaments } from '../../../domain/items/contract/facts.ts';
import { maxFactLength, maxShortFactLength } from '../../../domain/items/contract/limits.ts';
import type { PlainKey } from '../../../language/create-translations.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Checkbox, Select, TextField } from '../../../ui/fields.tsx';
import { t } from '../../core/document/app-translations.ts';

type FactFieldsProps = {
  names: FactName[];
  facts: ItemFacts;
  errors: Record<string, string | undefined>;
  hidden?: (name: FactName) => boolean;
};

/** Owners choose whether these are shown, because strangers could misuse them. */
const hiddenAtFirst: FactName[] = ['phone', 'email'];
/** The serial number is never shown, and the day of a trip is shown with the trip. */
const withoutChoice: FactName[] = ['serialNumber', 'tripUntil'];
const short: FactName[] = ['reward', 'chip', 'serialNumber'];

const hints: Partial<Record<FactName, PlainKey>> = {
  reward: 'finderView.rewardHint',
  phone: 'finderView.phoneHint',
  urgentCare: 'finderView.urgentCareHint',
  tripTo: 'finderView.tripToHint',
  tripUntil: 'finderView.tripUntilHint',
  serialNumber: 'finderView.serialNumberHint',
};

const attributes = {
  phone: { type: 'tel', autoComplete: 'tel' },
  email: { type: 'email', autoComplete: 'email' },
  tripUntil: { type: 'date' },
} as const satisfies Partial<Record<FactName, object>>;

export function FactFields({ names, facts, errors, hidden }: FactFieldsProps) {
  return names.map((name) => (
    <div key={name} hidden={hidden?.(name)} className="grid gap-2">
      {name === 'phone' && (
        <div className="mb-3">
          <Alert title={t('finderView.scamTitle')}>{t('finderView.scam')}</Alert>
        </div>
      )}
      <FactField name={name} text={facts[name]?.text ?? ''} error={errors[name]} />
      {!withoutChoice.includes(name) && (
        <Checkbox
          name={`${name}-shown`}
          className="size-6 accent-home"
          defaultChecked={facts[name]?.shown ?? !hiddenAtFirst.includes(name)}
        >
          {t('finderView.shown')}
        </Checkbox>
      )}
    </div>
  ));
}

function FactField({ name, text, error }: { name: FactName; text: string; error: string | undefined }) {
  const hint = hints[name];
  const common = { name, label: t(`finderView.${name}`), hint: hint && t(hint), defaultValue: text, error };
  if (name === 'temperament') {
    const options = ['', ...temperaments].map((value) => ({
      value,
      label: t(`finderView.${value || 'unknown'}` as PlainKey),
    }));
    return <Select {...common} options={options} />;
  }
  const maxLength = short.includes(name) ? maxShortFactLength : maxFactLength;
  return (
    <TextField
      {...common}
      maxLength={maxLength}
      {...(name in attributes && attributes[name as keyof typeof attributes])}
    />
  );
}

export function readFacts(names: FactName[], typed: Record<string, string>): ItemFacts {
  const isShown = (name: FactName) => `${name === 'tripUntil' ? 'tripTo' : name}-shown` in typed;
  return Object.fromEntries(names.map((name) => [name, { text: typed[name] ?? '', shown: isShown(name) }]));
}
