import type { FormEvent } from 'react';
import { accentOf, cleanColor } from '../../../domain/settings/contract/accent.ts';
import type { BrandField as Field, OwnBrand } from '../../../domain/settings/contract/brand.ts';
import {
  maxAddressLength,
  maxAppStoreUrlLength,
  maxColorLength,
  maxLegalNameLength,
  maxProductNameLength,
  maxTaglineLength,
} from '../../../domain/settings/contract/limits.ts';
import { maxEmailLength } from '../../../domain/texts/contract/limits.ts';
import type { FunctionOutput } from '../../../functions/list.ts';
import { brandPreviewPath } from '../../../paths/paths.ts';
import { Button, DefaultButton } from '../../../ui/button.tsx';
import { TextArea, TextField } from '../../../ui/fields.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { queryClient } from '../../core/data/query-client.ts';
import { t } from '../../core/document/app-translations.ts';
import { EditForm, useEditForm } from '../../widgets/edit-form.tsx';
import { SettingsPage } from './admin-page.tsx';
import { ColorField, FooterFields, LogoField } from './brand-fields.tsx';
import { brandQuery } from './queries.ts';

export function AdminBrand() {
  return (
    <SettingsPage
      title={t('brandAdmin.title')}
      above={<p>{t('brandAdmin.lead')}</p>}
      query={brandQuery}
      failure={t('brandAdmin.failed')}
    >
      {(read) => <BrandForm read={read} />}
    </SettingsPage>
  );
}

type BrandSettings = FunctionOutput<'readBrand'>;

const schemes = [
  { name: 'accent', scheme: 'light' },
  { name: 'accentDark', scheme: 'dark' },
] as const;

const previews = [
  { show: 'home light', label: 'brandAdmin.homeLight' },
  { show: 'home dark', label: 'brandAdmin.homeDark' },
  { show: 'finder light', label: 'brandAdmin.finderLight' },
  { show: 'finder dark', label: 'brandAdmin.finderDark' },
] as const;

function BrandForm({ read: { own, otherwise } }: { read: BrandSettings }) {
  const keep = (saved: BrandSettings) => queryClient.setQueryData(brandQuery.queryKey, saved);
  const form = useEditForm({
    loaded: own,
    typedFrom: written,
    read: (typed) => typed,
    send: (changed) => callFunction('changeBrand', changed),
    onSaved: (saved) => keep(saved)?.own,
  });
  const { typed, type, errors } = form;
  const field = (name: Field, maxLength: number) => ({
    ...form.field(name, t(`brandAdmin.${name}`)),
    maxLength,
    placeholder: otherwise[name],
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    // A preview is sent by the browser itself, to a page of its own.
    if (!submitter?.hasAttribute('formaction')) form.onSubmit(event);
  };
  return (
    <EditForm
      of={{ ...form, onSubmit: submit }}
      notSaved={t('brandAdmin.notSaved')}
      labelOf={(name) => t(`brandAdmin.${name}`)}
      saved={t('brandAdmin.saved')}
      verb={t('brandAdmin.save')}
    >
      {/* Enter in a field saves, and shows no preview. */}
      <DefaultButton />
      <TextField {...field('productName', maxProductNameLength)} />
      <TextField {...field('tagline', maxTaglineLength)} />
      <TextField {...field('legalName', maxLegalNameLength)} />
      <TextArea {...field('address', maxAddressLength)} rows={3} />
      <TextField {...field('contactEmail', maxEmailLength)} type="email" />
      <TextField {...field('appStoreUrl', maxAppStoreUrlLength)} type="url" />
      <LogoField logo={own.logo} name={own.productName || otherwise.productName} onSaved={keep} />
      <fieldset className="grid gap-4">
        <legend className="mb-2 font-[650]">{t('brandAdmin.looks')}</legend>
        {schemes.map(({ name, scheme }) => (
          <ColorField
            key={name}
            {...field(name, maxColorLength)}
            hint={t(`brandAdmin.${name}Hint`)}
            scheme={scheme}
            shown={accentOf({ ...typed, [name]: cleanColor(typed[name]) })[scheme]}
            onPick={(color) => type({ [name]: color })}
          />
        ))}
      </fieldset>
      <FooterFields footer={typed.footer} errors={errors} onChange={(footer) => type({ footer })} />
      <fieldset>
        <legend className="font-[650]">{t('brandAdmin.look')}</legend>
        <p className="field-hint mb-3">{t('brandAdmin.lookHint')}</p>
        <div className="grid gap-3 sm:grid-cols-2">
          {previews.map(({ show, label }) => (
            <Button
              key={show}
              variant="secondary"
              formAction={brandPreviewPath()}
              formMethod="post"
              formTarget="_blank"
              name="show"
              value={show}
            >
              {t(label)}
            </Button>
          ))}
        </div>
      </fieldset>
    </EditForm>
  );
}

function written({ logo: _, ...texts }: BrandSettings['own']): OwnBrand {
  return texts;
}
