import { nameOfCountry } from '../../../domain/shop/contract/delivery.ts';
import { territories } from '../../../domain/shop/contract/territories.ts';
import { Checkbox, TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import type { TypedTax } from './typed-settings.ts';

type TaxFieldsProps = {
  taxes: TypedTax[];
  errors: Record<string, string | undefined>;
  onChange(taxes: TypedTax[]): void;
};

/** The rate of each country, or that it is outside the tax area. */
export function TaxFields({ taxes, errors, onChange }: TaxFieldsProps) {
  const t = useTranslations();
  const change = (changed: TypedTax) => onChange(taxes.map((tax) => (tax.country === changed.country ? changed : tax)));
  const named = [...new Set(territories.map(({ code }) => code))].map((code) => `${nameOfCountry(code, t)} (${code})`);
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-lg font-bold">{t('shopAdmin.taxRates')}</legend>
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
              {...(error && { error })}
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
    </fieldset>
  );
}
