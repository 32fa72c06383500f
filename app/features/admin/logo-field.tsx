import { useMutation } from '@tanstack/react-query';
import { logoSize, pictureTypes } from '../../../domain/files/contract/limits.ts';
import type { FunctionOutput } from '../../../functions/list.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { uploadFile } from '../../core/files/upload-file.ts';
import { FileButton } from '../../widgets/file-button.tsx';

type LogoFieldProps = { logo: string; name: string; onSaved(saved: FunctionOutput<'readBrand'>): void };

/** The logo as it stands on light and on dark pages. What is chosen holds at once. */
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
          <Button
            type="button"
            variant="secondary"
            disabled={change.isPending}
            onClick={() => change.mutate(undefined)}
          >
            {t('brandAdmin.removeLogo')}
          </Button>
        )}
      </div>
      {change.error && (
        <Alert tone="error" title={t('brandAdmin.notSaved')}>
          <p>{change.error.message}</p>
        </Alert>
      )}
      {change.isSuccess && <p role="status">{t('brandAdmin.saved')}</p>}
    </fieldset>
  );
}
