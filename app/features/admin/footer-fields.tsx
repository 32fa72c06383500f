import { appTexts } from 'virtual:app-texts';
import type { OwnFooter } from '../../../domain/settings/contract/footer.ts';
import {
  maxFooterLinks,
  maxFooterTextLength,
  maxLinkAddressLength,
  maxLinkLabelLength,
} from '../../../domain/settings/contract/limits.ts';
import { nameOfLanguage, sortLanguages } from '../../../language/names.ts';
import { ActionButton } from '../../../ui/button.tsx';
import { TextArea, TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';

type FooterFieldsProps = {
  footer: OwnFooter;
  errors: Record<string, string | undefined>;
  onChange(footer: OwnFooter): void;
};

const languages = sortLanguages(Object.keys(appTexts));

export function FooterFields({ footer: { texts, links }, errors, onChange }: FooterFieldsProps) {
  const t = useTranslations();
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
