import { placesOn, type Sheet } from '../../../domain/print/contract/sheets.ts';

type SheetPictureProps = { sheet: Sheet; start: number; tags: number; onStart?(place: number): void };

/** The sheet and which of its labels will be printed. Tapping one begins there; by keyboard, the field beside it does. */
export function SheetPicture({ sheet, start, tags, onStart }: SheetPictureProps) {
  const { page, label, left, top, pitch, columns } = sheet;
  return (
    <svg
      viewBox={`0 0 ${page.width} ${page.height}`}
      className="w-full max-w-64 border-2 border-line bg-card"
      aria-hidden="true"
    >
      {Array.from({ length: placesOn(sheet) }, (_, index) => index + 1).map((place) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: for pointers alone; the field beside it does the same
        <rect
          key={place}
          data-place={place}
          x={left + ((place - 1) % columns) * pitch.x}
          y={top + Math.floor((place - 1) / columns) * pitch.y}
          width={label.width}
          height={label.height}
          rx={Math.min(1.5, label.width / 8)}
          className={`stroke-ink-soft ${onStart ? 'cursor-pointer' : ''} ${fillOf(place, start, tags)}`}
          onClick={() => onStart?.(place)}
        />
      ))}
    </svg>
  );
}

function fillOf(place: number, start: number, tags: number): string {
  if (place < start) return 'fill-line';
  return place < start + tags ? 'fill-home' : 'fill-transparent';
}
