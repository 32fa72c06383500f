import type { AddressField } from '../domain/shop/contract/order.ts';
import type { Translations } from '../language/create-translations.ts';
import { Select, TextField } from './fields.tsx';

type AddressInputProps = {
  t: Translations;
  field: AddressField;
  autoComplete: string;
  typed: string | undefined;
  error: string | undefined;
};

export function AddressInput({ t, field, autoComplete, typed = '', error }: AddressInputProps) {
  const { name, required, options, example } = field;
  const label = labelOf(field, t);
  const common = {
    name,
    label: required ? label : t('address.optional', { label }),
    autoComplete,
    defaultValue: typed,
    ...(error && { error }),
  };
  if (options) return <Select {...common} options={[{ value: '', label: '–' }, ...options]} />;
  const hint = example && name === 'zip' ? { hint: t('address.example', { example }) } : {};
  return <TextField {...common} {...hint} aria-required={required} />;
}

function labelOf({ name, kind = '' }: AddressField, t: Translations): string {
  switch (name) {
    case 'line1':
    case 'district':
    case 'city':
    case 'state':
    case 'zip':
      return t(`address.${name}`, { kind });
    default:
      return t(`address.${name}`);
  }
}
