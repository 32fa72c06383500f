import { useEffect, useRef } from 'react';
import { useTranslations } from '../../../ui/translations-context.ts';
import { drawCrop, middleOf } from './crop-area.tsx';

const side = 160;

/** The picture is drawn, because an address for it would need a wider content policy. */
export function PicturePreview({ file, name }: { file: Blob; name: string }) {
  const t = useTranslations();
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
