import type { AddressField } from '../domain/shop/contract/order.ts';
import type { Translations } from '../language/create-translations.ts';
import { Select, TextField } from './fields.tsx';

type AddressInputProps = {
  t: Translations;
  field: AddressField;
  autoComplete: string;
  typed: string | undefined;
  error: string | undefined;
  autoFocus?: boolean;
};

export function AddressInput({ t, field, typed = '', error, ...input }: AddressInputProps) {
  const { name, kind = '', required, options, example } = field;
  // Some of the texts do not say the kind.
  const label = t(`address.${name}` as 'address.city', { kind });
  const common = {
    name,
    label: required ? label : t('address.optional', { label }),
    'aria-required': required,
    defaultValue: typed,
    error,
    ...input,
  };
  if (options) return <Select {...common} options={[{ value: '', label: '–' }, ...options]} />;
  const hint = example && name === 'zip' ? { hint: t('address.example', { example }) } : {};
  return <TextField {...common} {...hint} />;
}
