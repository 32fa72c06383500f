import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useId, useRef } from 'react';
import { writePicture } from '../../../browser/write-picture.ts';
import { pictureSide } from '../../../domain/files/contract/limits.ts';
import { ActionButton } from '../../../ui/button.tsx';
import { t } from '../../core/document/app-translations.ts';

const canvasSide = 480;
const step = 0.05;
const zoomStep = 1.15;

type CropAreaProps = { picture: ImageBitmap; crop: Crop; onCrop(crop: Crop): void };

export function CropArea({ picture, crop, onCrop }: CropAreaProps) {
  const area = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const helpId = useId();
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop);
  }, [picture, crop]);

  const enlarge = useEffectEvent((factor: number) => onCrop(enlarged(crop, factor, picture)));
  // React's own wheel listener is passive, so the page behind would scroll.
  useEffect(() => {
    const element = area.current;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      enlarge(event.deltaY < 0 ? zoomStep : 1 / zoomStep);
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, []);

  const press = (event: KeyboardEvent) => {
    const change = changeOfKey(event.key, crop, picture);
    if (!change) return;
    event.preventDefault();
    onCrop(change);
  };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    pointers.current.set(event.pointerId, now);
    const scale = crop.side / event.currentTarget.clientWidth;
    if (other) onCrop(enlarged(crop, distance(now, other) / Math.max(1, distance(before, other)), picture));
    else onCrop(moved(crop, { x: (before.x - now.x) * scale, y: (before.y - now.y) * scale }, picture));
  };
  const release = (event: PointerEvent) => pointers.current.delete(event.pointerId);

  return (
    <div className="grid gap-3">
      <p id={helpId} className="text-[0.9375rem] text-ink-soft">
        {t('picture.cropHelp')}
      </p>
      <div
        ref={area}
        role="application"
        aria-label={t('picture.cropArea')}
        aria-describedby={helpId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by keys
        tabIndex={0}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        }}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={release}
        className="aspect-square w-[min(100%,max(12rem,100dvh-26rem))] cursor-move touch-none justify-self-center overflow-hidden rounded-control bg-paper"
      >
        <canvas ref={canvas} width={canvasSide} height={canvasSide} className="size-full" />
      </div>
      <div className="flex justify-center gap-3">
        <ActionButton onClick={() => enlarge(1 / zoomStep)}>{t('picture.smaller')}</ActionButton>
        <ActionButton onClick={() => enlarge(zoomStep)}>{t('picture.larger')}</ActionButton>
      </div>
    </div>
  );
}

function changeOfKey(key: string, crop: Crop, picture: ImageBitmap): Crop | undefined {
  const by = crop.side * step;
  const moves: Record<string, { x: number; y: number }> = {
    ArrowLeft: { x: by, y: 0 },
    ArrowRight: { x: -by, y: 0 },
    ArrowUp: { x: 0, y: by },
    ArrowDown: { x: 0, y: -by },
  };
  const move = moves[key];
  if (move) return moved(crop, move, picture);
  if (key === '+' || key === '=') return enlarged(crop, zoomStep, picture);
  return key === '-' ? enlarged(crop, 1 / zoomStep, picture) : undefined;
}

function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The square is in pixels of the picture. */
export type Crop = { x: number; y: number; side: number };

type Size = { width: number; height: number };

const leastSide = 64;

export function middleOf({ width, height }: Size): Crop {
  const side = Math.min(width, height);
  return { x: (width - side) / 2, y: (height - side) / 2, side };
}

export function moved(crop: Crop, by: { x: number; y: number }, size: Size): Crop {
  return within({ ...crop, x: crop.x + by.x, y: crop.y + by.y }, size);
}

export function enlarged(crop: Crop, factor: number, size: Size): Crop {
  const most = Math.min(size.width, size.height);
  const side = Math.min(most, Math.max(Math.min(leastSide, most), crop.side / factor));
  const shift = (crop.side - side) / 2;
  return within({ x: crop.x + shift, y: crop.y + shift, side }, size);
}

function within({ x, y, side }: Crop, { width, height }: Size): Crop {
  return { side, x: Math.min(Math.max(x, 0), width - side), y: Math.min(Math.max(y, 0), height - side) };
}

export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, { x, y, side }: Crop): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  // The white ground replaces transparency, which JPEG lacks.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, x, y, side, side, 0, 0, canvas.width, canvas.height);
}

/** Makes a small JPEG without the camera's metadata; throws where the browser writes no pictures. */
export function cutOut(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.min(pictureSide, Math.round(crop.side));
  drawCrop(canvas, picture, crop);
  return writePicture(canvas, 'image/jpeg', 0.85);
}
