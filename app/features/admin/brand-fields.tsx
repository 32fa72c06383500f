import { useMutation } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { logoSize, pictureTypes } from '../../../domain/files/contract/limits.ts';
import { cleanColor, isColor, nearestAccent, type Scheme } from '../../../domain/settings/contract/accent.ts';
import type { FunctionOutput } from '../../../functions/list.ts';
import { ActionButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { uploadFile } from '../../core/files/upload-file.ts';
import { FileButton } from '../../widgets/file-button.tsx';
import { Failure } from '../../widgets/form.tsx';

type LogoFieldProps = { logo: string; name: string; onSaved(saved: FunctionOutput<'readBrand'>): void };

export function LogoField({ logo, name, onSaved }: LogoFieldProps) {
  const t = useTranslations();
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
        <ActionButton onClick={() => onPick(nearest)}>{t('brandAdmin.takeNearest', { color: nearest })}</ActionButton>
      )}
    </div>
  );
}
