import { nameOfCountry } from '../../domain/shop/contract/delivery.ts';
import type { AddressFieldName } from '../../domain/shop/contract/order.ts';
import type { FunctionOutput } from '../../functions/list.ts';
import type { Translations } from '../../language/create-translations.ts';
import { AddressInput } from '../../ui/address-input.tsx';
import { Button } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/fields.tsx';

export type BuyerProps = {
  t: Translations;
  checkout: Extract<FunctionOutput<'readCheckout'>, { open: true }>;
  typed: Record<string, string>;
  errors: Record<string, string>;
};

/** Who buys, and where it goes. */
export function BuyerFields({ t, checkout: { country, countries, fields }, typed, errors }: BuyerProps) {
  const names = ['email', 'address.country', ...fields.map(({ name }) => `address.${name}`)];
  const firstWrong = names.find((name) => errors[name]);
  const focus = (name: string) => name === firstWrong && { autoFocus: true };
  const options = countries
    .map((value) => ({ value, label: nameOfCountry(value, t) }))
    .sort((one, other) => one.label.localeCompare(other.label, t.language));
  return (
    <>
      <TextField
        label={t('checkoutPage.email')}
        hint={t('checkoutPage.emailHint')}
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={typed.email}
        error={errors.email}
        aria-required
        {...focus('email')}
      />
      <Select
        label={t('checkoutPage.country')}
        hint={t('shopPage.noDelivery')}
        name="country"
        autoComplete="country"
        defaultValue={country}
        options={options}
        error={errors['address.country']}
        aria-required
        {...focus('address.country')}
      />
      {countries.length > 1 && (
        <>
          <p
            className="empty:hidden"
            data-asking={t('checkoutPage.countryAsking')}
            data-failed={t('checkoutPage.countryFailed', { button: t('checkoutPage.changeCountry') })}
          />
          <p className="[@media(scripting:enabled)]:hidden">
            <Button variant="secondary" name="step" value="country">
              {t('checkoutPage.changeCountry')}
            </Button>
          </p>
        </>
      )}
      {fields.map((field) => (
        <AddressInput
          key={field.name}
          {...{ t, field }}
          autoComplete={autoComplete[field.name]}
          typed={typed[field.name]}
          error={errors[`address.${field.name}`]}
          {...focus(`address.${field.name}`)}
        />
      ))}
    </>
  );
}

/** Names of fields by which browsers fill them in (WHATWG). */
const autoComplete: Record<AddressFieldName, string> = {
  name: 'name',
  company: 'organization',
  line1: 'address-line1',
  line2: 'address-line2',
  district: 'address-level3',
  city: 'address-level2',
  state: 'address-level1',
  zip: 'postal-code',
};
