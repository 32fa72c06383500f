import { useRef } from 'react';
import { nameOfCountry } from '../../../domain/shop/contract/delivery.ts';
import { territories } from '../../../domain/shop/contract/territories.ts';
import { ActionButton } from '../../../ui/button.tsx';
import { Checkbox, TextField } from '../../../ui/fields.tsx';
import { t } from '../../core/document/app-translations.ts';
import { newZone, type TypedTax, type TypedZone } from './typed-settings.ts';

type Errors = Record<string, string | undefined>;
type DeliveryFieldsProps = { zones: TypedZone[]; currency: string; errors: Errors; onChange(zones: TypedZone[]): void };

const names = { price: 'priceMinor', freeFrom: 'freeFromMinor', least: 'days.0', most: 'days.1' } as const;

export function DeliveryFields({ zones, currency, errors, onChange }: DeliveryFieldsProps) {
  const change = (place: number, typed: Partial<TypedZone>) =>
    onChange(zones.map((zone, n) => (n === place ? { ...zone, ...typed } : zone)));
  const add = useRef<HTMLButtonElement>(null);
  return (
    <>
      {errors.delivery && <p className="field-error">{errors.delivery}</p>}
      <ul className="grid gap-4 empty:hidden">
        {zones.map((zone, n) => {
          const wrongCountry = Object.keys(errors).find((field) => field.startsWith(`delivery.${n}.countries`)) ?? '';
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; it has nothing else
            <li key={n} className="grid gap-4 rounded-card border-2 border-line bg-card p-4">
              <TextField
                name={`countries-${n}`}
                label={t('shopAdmin.countries')}
                hint={t('shopAdmin.countriesHint')}
                value={zone.countries}
                onChange={({ target }) => change(n, { countries: target.value })}
                error={errors[wrongCountry]}
              />
              <div className="grid items-end gap-4 sm:grid-cols-2">
                {(['price', 'freeFrom', 'least', 'most'] as const).map((name) => (
                  <TextField
                    key={name}
                    name={`${name}-${n}`}
                    label={
                      name === 'price' || name === 'freeFrom'
                        ? t(`shopAdmin.${name}`, { currency })
                        : t(`shopAdmin.${name}`)
                    }
                    inputMode="decimal"
                    value={zone[name]}
                    onChange={({ target }) => change(n, { [name]: target.value })}
                    error={errors[`delivery.${n}.${names[name]}`]}
                  />
                ))}
              </div>
              <ActionButton
                className="justify-self-start"
                onClick={() => {
                  if (zones.length === 1) add.current?.focus();
                  onChange(zones.filter((_, place) => place !== n));
                }}
              >
                {t('shopAdmin.removeZone')}
              </ActionButton>
            </li>
          );
        })}
      </ul>
      <ActionButton ref={add} className="justify-self-start" onClick={() => onChange([...zones, newZone])}>
        {t('shopAdmin.addZone')}
      </ActionButton>
    </>
  );
}

type TaxFieldsProps = { taxes: TypedTax[]; errors: Errors; onChange(taxes: TypedTax[]): void };

export function TaxFields({ taxes, errors, onChange }: TaxFieldsProps) {
  const change = (changed: TypedTax) => onChange(taxes.map((tax) => (tax.country === changed.country ? changed : tax)));
  const named = [...new Set(territories.map(({ code }) => code))].map((code) => `${nameOfCountry(code, t)} (${code})`);
  return (
    <>
      <p className="text-ink-soft">
        {t('shopAdmin.taxRatesHint', { territories: new Intl.ListFormat(t.language).format(named) })}
      </p>
      {taxes.map(({ country: code, rate, isOutside }) => {
        const [country, error] = [nameOfCountry(code, t), errors[`taxRates.${code}`]];
        return (
          <div key={code} className="grid gap-2 rounded-card border-2 border-line bg-card p-4">
            <TextField
              label={t('shopAdmin.taxRate', { country })}
              name={`tax-${code}`}
              inputMode="decimal"
              value={isOutside ? '' : rate}
              disabled={isOutside}
              onChange={({ target }) => change({ country: code, rate: target.value, isOutside })}
              error={error}
            />
            <Checkbox
              checked={isOutside}
              onChange={({ target }) => change({ country: code, rate, isOutside: target.checked })}
            >
              {t('shopAdmin.outsideTax', { country })}
            </Checkbox>
          </div>
        );
      })}
    </>
  );
}
