import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { ChoosePicture } from './choose-picture.tsx';
import { SendingPicture } from './item-picture.tsx';
import { PicturePreview } from './picture-preview.tsx';

type NewItemPictureProps = {
  picture: Blob | undefined;
  onChange(picture: Blob | undefined): void;
  /** While it is sent. */
  percent: number | undefined;
  onStop(): void;
  /** Why the item is there without it. */
  refused: Error | null;
};

export function NewItemPicture({ picture, onChange, percent, onStop, refused }: NewItemPictureProps) {
  const t = useTranslations();
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-[650]">{t('picture.title')}</legend>
      <p className="field-hint">{t('picture.hint')}</p>
      {refused && (
        <Alert tone="error" title={t('picture.refused', { reason: refused.message })}>
          <p>{t('picture.itemIsThere')}</p>
        </Alert>
      )}
      {picture && <PicturePreview file={picture} name={t('picture.title')} />}
      {percent !== undefined && <SendingPicture percent={percent} onStop={onStop} />}
      <div hidden={percent !== undefined}>
        <ChoosePicture hasOne={picture !== undefined} onChoose={onChange} />
      </div>
      {picture && percent === undefined && (
        <div className="flex flex-wrap items-center gap-3">
          <p>{t('picture.readyForItem')}</p>
          <Button type="button" variant="secondary" onClick={() => onChange(undefined)}>
            {t('picture.remove')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
