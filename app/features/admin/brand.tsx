import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { accentOf, cleanColor, isColor, nearestAccent, type Scheme } from '../../../domain/settings/contract/accent.ts';
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
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { Loaded } from '../../widgets/loaded.tsx';
import { NotSaved } from '../../widgets/not-saved.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { useChangedFields } from '../../widgets/use-changed-fields.ts';
import { useFocusWrong } from '../../widgets/use-focus-wrong.ts';
import { FooterFields } from './footer-fields.tsx';
import { LogoField } from './logo-field.tsx';
import { brandQuery } from './queries.ts';

/** The name of this installation, and who runs it. */
export function AdminBrand() {
  const t = useTranslations();
  const settings = useQuery(brandQuery);
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <PageHeading>{t('brandAdmin.title')}</PageHeading>
      <p>{t('brandAdmin.lead')}</p>
      <Loaded query={settings} failure={t('brandAdmin.failed')}>
        {(read) => <BrandForm read={read} />}
      </Loaded>
    </div>
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

type ColorFieldProps = Omit<ComponentProps<typeof TextField>, 'value'> & {
  value: string;
  scheme: Scheme;
  /** The colour that holds now. */
  shown: string;
  onPick(color: string): void;
};

function BrandForm({ read: { own, otherwise } }: { read: BrandSettings }) {
  const t = useTranslations();
  const client = useQueryClient();
  const fields = useChangedFields(own);
  const [typed, setTyped] = useState<OwnBrand>(() => written(own));
  const save = useMutation({
    mutationFn: () => callFunction('changeBrand', fields.changesTo(typed)),
    onError: fields.onError,
    onSuccess: (saved) => {
      client.setQueryData(brandQuery.queryKey, saved);
      fields.begin(saved.own);
      setTyped(written(saved.own));
    },
  });
  const { form, errors } = useFocusWrong(save.error);
  const type = (change: Partial<OwnBrand>) => {
    save.reset();
    setTyped({ ...typed, ...change });
  };
  const field = (name: Field, maxLength: number) => ({
    label: t(`brandAdmin.${name}`),
    name,
    maxLength,
    value: typed[name],
    placeholder: otherwise[name],
    onChange: ({ target }: { target: { value: string } }) => type({ [name]: target.value }),
    ...(errors[name] && { error: errors[name] }),
  });
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        const { submitter } = event.nativeEvent as SubmitEvent;
        // A preview is sent by the browser itself, to a page of its own.
        if (submitter?.hasAttribute('formaction')) return;
        event.preventDefault();
        save.mutate();
      }}
      noValidate
      className="grid gap-6"
    >
      {/* Enter in a field saves, and shows no preview. */}
      <DefaultButton />
      <TextField {...field('productName', maxProductNameLength)} />
      <TextField {...field('tagline', maxTaglineLength)} />
      <TextField {...field('legalName', maxLegalNameLength)} />
      <TextArea {...field('address', maxAddressLength)} rows={3} />
      <TextField {...field('contactEmail', maxEmailLength)} type="email" />
      <TextField {...field('appStoreUrl', maxAppStoreUrlLength)} type="url" />
      <LogoField
        logo={own.logo}
        name={own.productName || otherwise.productName}
        onSaved={(saved) => client.setQueryData(brandQuery.queryKey, saved)}
      />
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
      <NotSaved
        title={t('brandAdmin.notSaved')}
        error={save.error}
        apart={fields.apartFrom(typed)}
        mine={typed}
        theirs={written(fields.loaded)}
        labelOf={(name) => t(`brandAdmin.${name}`)}
        onTake={type}
      />
      {save.isSuccess && <p role="status">{t('brandAdmin.saved')}</p>}
      <Button disabled={save.isPending} className="justify-self-start">
        {t('brandAdmin.save')}
      </Button>
    </form>
  );
}

/** Without the logo, which is saved by itself. */
function written({ logo: _, ...texts }: BrandSettings['own']): OwnBrand {
  return texts;
}

/** A colour as text, beside what the browser has to pick one. */
function ColorField({ scheme, shown, onPick, ...field }: ColorFieldProps) {
  const t = useTranslations();
  const typed = cleanColor(field.value);
  const nearest = field.error && isColor(typed) ? nearestAccent(typed, scheme) : undefined;
  return (
    <div className="grid justify-items-start gap-2">
      <div className="flex w-full flex-wrap items-end gap-3">
        <div className="min-w-40 flex-1">
          <TextField {...field} dir="ltr" spellCheck={false} autoComplete="off" />
        </div>
        <input
          type="color"
          className="h-12 w-16 flex-none rounded-control border-2 border-line bg-card p-1"
          aria-label={t('brandAdmin.pick', { field: field.label })}
          value={shown}
          onChange={({ target }) => onPick(target.value)}
        />
      </div>
      {nearest && (
        <Button type="button" variant="secondary" onClick={() => onPick(nearest)}>
          {t('brandAdmin.takeNearest', { color: nearest })}
        </Button>
      )}
    </div>
  );
}
