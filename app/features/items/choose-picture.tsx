import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { maxFileBytes, maxFileMegabytes, pictureTypes } from '../../../domain/files/contract/limits.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ActionButton, Button } from '../../../ui/button.tsx';
import { t } from '../../core/document/app-translations.ts';
import { FileButton } from '../../widgets/file-button.tsx';
import { type Crop, CropArea, cutOut, drawCrop, middleOf } from './crop-area.tsx';

type ChoosePictureProps = {
  hasOne: boolean;
  onChoose(picture: Blob): void;
};

export function ChoosePicture({ hasOne, onChoose }: ChoosePictureProps) {
  const [opened, setOpened] = useState<{ file: File; picture: ImageBitmap; crop: Crop }>();
  const [problem, setProblem] = useState<ReactNode>();
  const [hint, setHint] = useState<ReactNode>();
  const open = async (file: File) => {
    setProblem(undefined);
    setHint(undefined);
    try {
      const picture = await createImageBitmap(file);
      setOpened({ file, picture, crop: middleOf(picture) });
    } catch {
      chooseWhole(file);
    }
  };
  const chooseWhole = (file: File, hint?: ReactNode) => {
    if (!file.type.startsWith('image/')) return setProblem(t('picture.unreadable'));
    if (file.size > maxFileBytes) return setProblem(t('picture.tooLarge', { most: maxFileMegabytes }));
    setHint(hint);
    onChoose(file);
  };
  const close = () => {
    opened?.picture.close();
    setOpened(undefined);
  };
  const use = async ({ file, picture, crop }: NonNullable<typeof opened>) => {
    try {
      onChoose(await cutOut(picture, crop));
    } catch {
      chooseWhole(file, t('picture.wholeUsed'));
    }
    close();
  };
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        <FileButton label={t(hasOne ? 'picture.replace' : 'picture.choose')} accept={pictureTypes} onFile={open} />
        <FileButton label={t('picture.take')} accept={pictureTypes} capture onFile={open} />
      </div>
      {problem && <Alert tone="error">{problem}</Alert>}
      {hint && <Alert>{hint}</Alert>}
      {opened && (
        <CropDialog onClose={close} onUse={() => use(opened)}>
          <CropArea {...opened} onCrop={(crop) => setOpened({ ...opened, crop })} />
        </CropDialog>
      )}
    </div>
  );
}

type CropDialogProps = { children: ReactNode; onUse(): void; onClose(): void };

function CropDialog({ children, onUse, onClose }: CropDialogProps) {
  const titleId = useId();
  return (
    <dialog
      ref={(dialog) => {
        if (dialog && !dialog.open) dialog.showModal();
      }}
      aria-labelledby={titleId}
      onClose={onClose}
      className="m-auto grid content-start w-[min(100%-1.5rem,34rem)] gap-4 rounded-card border-2 border-line bg-card p-4 text-ink backdrop:bg-[#17202e99] sm:p-6"
    >
      <h2 id={titleId}>{t('picture.cropTitle')}</h2>
      {children}
      <div className="flex flex-wrap justify-end gap-3">
        <ActionButton onClick={onClose}>{t('dialog.cancel')}</ActionButton>
        <Button type="button" onClick={onUse}>
          {t('picture.use')}
        </Button>
      </div>
    </dialog>
  );
}

const side = 160;

/** The picture is drawn, because an address for it would need a wider content policy. */
export function PicturePreview({ file, name }: { file: Blob; name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isGone = false;
    createImageBitmap(file).then(
      (picture) => {
        if (!isGone && canvas.current) drawCrop(canvas.current, picture, middleOf(picture));
        picture.close();
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [file]);
  return (
    <canvas
      ref={canvas}
      width={side}
      height={side}
      role="img"
      aria-label={t('picture.ofItem', { item: name })}
      className="size-40 rounded-control bg-paper"
    />
  );
}
