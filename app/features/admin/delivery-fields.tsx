import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { newZone, type TypedZone } from './typed-settings.ts';

type DeliveryFieldsProps = {
  zones: TypedZone[];
  currency: string;
  errors: Record<string, string | undefined>;
  onChange(zones: TypedZone[]): void;
};

const names = { price: 'priceMinor', freeFrom: 'freeFromMinor', least: 'days.0', most: 'days.1' } as const;

/** Where the shop delivers to, for how much and how fast. */
export function DeliveryFields({ zones, currency, errors, onChange }: DeliveryFieldsProps) {
  const t = useTranslations();
  const change = (place: number, typed: Partial<TypedZone>) =>
    onChange(zones.map((zone, n) => (n === place ? { ...zone, ...typed } : zone)));
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-lg font-bold">{t('shopAdmin.delivery')}</legend>
      {errors.delivery && <p className="field-error">{errors.delivery}</p>}
      {zones.map((zone, n) => {
        const wrongCountry = Object.keys(errors).find((field) => field.startsWith(`delivery.${n}.countries`)) ?? '';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; it has nothing else
          <div key={n} className="grid gap-4 rounded-card border-2 border-line bg-card p-4">
            <TextField
              id={`countries-${n}`}
              name={`countries-${n}`}
              label={t('shopAdmin.countries')}
              hint={t('shopAdmin.countriesHint')}
              value={zone.countries}
              onChange={({ target }) => change(n, { countries: target.value })}
              {...(errors[wrongCountry] && { error: errors[wrongCountry] })}
            />
            <div className="grid items-end gap-4 sm:grid-cols-2">
              {(Object.keys(names) as (keyof typeof names)[]).map((name) => {
                const error = errors[`delivery.${n}.${names[name]}`];
                return (
                  <TextField
                    key={name}
                    id={`${name}-${n}`}
                    name={`${name}-${n}`}
                    label={
                      name === 'price' || name === 'freeFrom'
                        ? t(`shopAdmin.${name}`, { currency })
                        : t(`shopAdmin.${name}`)
                    }
                    inputMode="decimal"
                    value={zone[name]}
                    onChange={({ target }) => change(n, { [name]: target.value })}
                    {...(error && { error })}
                  />
                );
              })}
            </div>
            <Button
              type="button"
              variant="secondary"
              className="justify-self-start"
              onClick={() => onChange(zones.filter((_, place) => place !== n))}
            >
              {t('shopAdmin.removeZone')}
            </Button>
          </div>
        );
      })}
      <Button
        type="button"
        variant="secondary"
        className="justify-self-start"
        onClick={() => onChange([...zones, newZone])}
      >
        {t('shopAdmin.addZone')}
      </Button>
    </fieldset>
  );
}
