import { appTexts } from 'virtual:app-texts';
import { useMutation } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { logoSize, pictureTypes } from '../../../domain/files/contract/limits.ts';
import { cleanColor, isColor, nearestAccent, type Scheme } from '../../../domain/settings/contract/accent.ts';
import type { OwnFooter } from '../../../domain/settings/contract/footer.ts';
import {
  maxFooterLinks,
  maxFooterTextLength,
  maxLinkAddressLength,
  maxLinkLabelLength,
} from '../../../domain/settings/contract/limits.ts';
import type { FunctionOutput } from '../../../functions/list.ts';
import { nameOfLanguage, sortLanguages } from '../../../language/names.ts';
import { ActionButton } from '../../../ui/button.tsx';
import { TextArea, TextField } from '../../../ui/fields.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { t } from '../../core/document/app-translations.ts';
import { uploadFile } from '../../core/files/files.ts';
import { FileButton } from '../../widgets/file-button.tsx';
import { Failure } from '../../widgets/form.tsx';

type LogoFieldProps = { logo: string; name: string; onSaved(saved: FunctionOutput<'readBrand'>): void };

export function LogoField({ logo, name, onSaved }: LogoFieldProps) {
  const change = useMutation({
    mutationFn: (file: File | undefined) => (file ? uploadFile('setLogo', {}, file) : callFunction('removeLogo', {})),
    onSuccess: onSaved,
  });
  return (
    <fieldset className="grid justify-items-start gap-3" aria-busy={change.isPending}>
      <legend className="font-[650]">{t('brandAdmin.logo')}</legend>
      <p className="field-hint">{t('brandAdmin.logoHint', logoSize)}</p>
      {logo && (
        <div className="flex flex-wrap gap-3">
          {['bg-[#fbf8f2]', 'bg-[#12161c]'].map((background) => (
            <p key={background} className={`rounded-control border-2 border-line p-4 ${background}`}>
              <img src={new URL(logo).pathname} alt={name} className="h-10 max-w-full object-contain" />
            </p>
          ))}
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <FileButton
          label={t('brandAdmin.chooseLogo')}
          accept={pictureTypes}
          disabled={change.isPending}
          onFile={change.mutate}
        />
        {logo && (
          <ActionButton disabled={change.isPending} onClick={() => change.mutate(undefined)}>
            {t('brandAdmin.removeLogo')}
          </ActionButton>
        )}
      </div>
      <Failure error={change.error} title={t('brandAdmin.notSaved')} />
      {change.isSuccess && <p role="status">{t('brandAdmin.saved')}</p>}
    </fieldset>
  );
}

type ColorFieldProps = Omit<ComponentProps<typeof TextField>, 'value'> & {
  value: string;
  scheme: Scheme;
  shown: string;
  onPick(color: string): void;
};

export function ColorField({ scheme, shown, onPick, ...field }: ColorFieldProps) {
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
        <ActionButton onClick={() => onPick(nearest)}>{t('brandAdmin.takeNearest', { color: nearest })}</ActionButton>
      )}
    </div>
  );
}

type FooterFieldsProps = {
  footer: OwnFooter;
  errors: Record<string, string | undefined>;
  onChange(footer: OwnFooter): void;
};

const languages = sortLanguages(Object.keys(appTexts));

export function FooterFields({ footer: { texts, links }, errors, onChange }: FooterFieldsProps) {
  const named = (name: string) => ({ name, ...(errors[name] && { error: errors[name] }) });
  const setLink = (at: number, change: Partial<OwnFooter['links'][number]>) =>
    onChange({ texts, links: links.map((link, n) => (n === at ? { ...link, ...change } : link)) });
  return (
    <fieldset className="grid gap-4">
      <legend className="font-[650]">{t('brandAdmin.footer')}</legend>
      <p className="field-hint">{t('brandAdmin.footerHint')}</p>
      {languages.map((language) => (
        <TextArea
          key={language}
          {...named(`footer.texts.${language}`)}
          label={t('brandAdmin.footerText', { language: nameOfLanguage(language) })}
          lang={language}
          rows={2}
          maxLength={maxFooterTextLength}
          value={texts[language] ?? ''}
          onChange={({ target }) => onChange({ texts: { ...texts, [language]: target.value }, links })}
        />
      ))}
      {links.map(({ address, labels }, n) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a link has nothing else to be known by
          key={n}
          className="grid gap-4 rounded-card border-2 border-line p-4"
        >
          <legend className="px-2">{t('brandAdmin.footerLink', { number: n + 1 })}</legend>
          <TextField
            {...named(`footer.links.${n}.address`)}
            label={t('brandAdmin.linkAddress')}
            hint={t('brandAdmin.linkAddressHint')}
            dir="ltr"
            maxLength={maxLinkAddressLength}
            value={address}
            onChange={({ target }) => setLink(n, { address: target.value })}
          />
          {languages.map((language) => (
            <TextField
              key={language}
              {...named(`footer.links.${n}.labels.${language}`)}
              label={t('brandAdmin.linkLabel', { language: nameOfLanguage(language) })}
              lang={language}
              maxLength={maxLinkLabelLength}
              value={labels[language] ?? ''}
              onChange={({ target }) => setLink(n, { labels: { ...labels, [language]: target.value } })}
            />
          ))}
          <ActionButton
            className="justify-self-start"
            aria-label={t('brandAdmin.removeLinkOf', { number: n + 1 })}
            onClick={() => onChange({ texts, links: links.filter((_, other) => other !== n) })}
          >
            {t('brandAdmin.removeLink')}
          </ActionButton>
        </fieldset>
      ))}
      {links.length < maxFooterLinks && (
        <ActionButton
          className="justify-self-start"
          onClick={() => onChange({ texts, links: [...links, { address: '', labels: {} }] })}
        >
          {t('brandAdmin.addLink')}
        </ActionButton>
      )}
    </fieldset>
  );
}
