import { useQuery } from '@tanstack/react-query';
import {
  findSheet,
  isSheetName,
  placesOn,
  type Sheet,
  type SheetName,
  sheetNames,
  toSheet,
} from '../../../domain/print/contract/sheets.ts';
import type { FunctionOutput } from '../../../functions/list.ts';
import { labelTemplatesPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { TextLink } from '../../../ui/button.tsx';
import { Select } from '../../../ui/fields.tsx';
import { fieldErrors } from '../../core/data/call-function.ts';
import { onlineListQuery, onlineQuery } from '../../core/data/function-queries.ts';
import { t } from '../../core/document/app-translations.ts';

export const labelTemplatesQuery = onlineListQuery(['label-templates'], 'listLabelTemplates', {});

export function useSheets() {
  const templates = useQuery(labelTemplatesQuery);
  const own = templates.data?.rows ?? [];
  return {
    options: [
      ...sheetNames.map((value) => ({ value: String(value), label: sheetInWords(value) })),
      ...own.map(({ id, name }) => ({ value: id, label: name })),
    ],
    find(sheet: string): Sheet | undefined {
      if (isSheetName(sheet)) return findSheet(sheet);
      const template = own.find(({ id }) => id === sheet);
      return template && toSheet(template);
    },
    isGone: (sheet: string) => !isSheetName(sheet) && templates.isSuccess && !own.some(({ id }) => id === sheet),
  };
}

export function boughtSheets(): { value: SheetName; label: string }[] {
  const bought = sheetNames.filter((name) => findSheet(name).product);
  return bought.map((value) => ({ value, label: sheetInWords(value) }));
}

function sheetInWords(name: SheetName): string {
  const { product, page } = findSheet(name);
  const sheet = product ?? toCutInWords(name);
  if (page.height === 297) return t('print.paperA4', { sheet });
  return page.height === 279.4 ? t('print.paperLetter', { sheet }) : sheet;
}

function toCutInWords(name: SheetName): string {
  if (name.startsWith('wallet')) return t('print.walletCard');
  if (name.startsWith('luggage')) return t('print.luggageLabel');
  if (name.startsWith('key-ring')) return t('print.keyRingStrip');
  return t('print.plain', { size: String(findSheet(name).label.width) });
}

export const roomQueries = { queryKey: ['room-on-sheet'] };

export type SheetChoiceProps = {
  label?: string;
  options: { value: string; label: string }[];
  chosen: string;
  error?: string | undefined;
  onChoose(sheet: string): void;
  withTemplates?: boolean;
};

export function SheetChoice({ label, options, chosen, error, onChoose, withTemplates = true }: SheetChoiceProps) {
  const room = useQuery(roomQuery(chosen));
  return (
    <div className="grid gap-2">
      <Select
        label={label ?? t('print.sheet')}
        name="sheet"
        options={options}
        value={chosen}
        onChange={(event) => onChoose(event.target.value)}
        error={error ?? fieldErrors(room.error).sheet}
      />
      <div role="status">
        <NoRoom letters={room.data?.letters} />
      </div>
      {withTemplates && (
        <p>
          <TextLink href={labelTemplatesPath()}>{t('print.templates')}</TextLink>
        </p>
      )}
    </div>
  );
}

export function NoRoomAfterAll({ sheet, letters }: { sheet: string; letters: Letters }) {
  const { data } = useQuery(roomQuery(sheet));
  return data?.letters !== letters && <NoRoom letters={letters} />;
}

type Letters = FunctionOutput<'checkSheet'>['letters'];

function NoRoom({ letters }: { letters: Letters | undefined }) {
  if (letters === 'code') return <Alert>{t('print.noHost')}</Alert>;
  return letters === 'none' && <Alert>{t('print.noCode')}</Alert>;
}

const roomQuery = (sheet: string) => onlineQuery([...roomQueries.queryKey, sheet], 'checkSheet', { sheet });

export type SheetPictureProps = {
  sheet: Sheet;
  start: number;
  tags: number;
  onStart?: ((place: number) => void) | undefined;
};

/** The sheet and which of its labels will be printed. Tapping one begins there; by keyboard, the field beside it does. */
export function SheetPicture({ sheet, start, tags, onStart, isDrawn }: SheetPictureProps & { isDrawn?: boolean }) {
  const { page, label, left, top, pitch, columns } = sheet;
  return (
    <svg
      viewBox={`0 0 ${page.width} ${page.height}`}
      className={`relative w-full border-2 border-line ${isDrawn ? '' : 'bg-card'}`}
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
          className={`${onStart ? 'cursor-pointer' : ''} ${isDrawn ? lookOfDrawn(place, start, sheet) : `stroke-ink-soft ${fillOf(place, start, tags)}`}`}
          onClick={() => onStart?.(place)}
        />
      ))}
    </svg>
  );
}

/** Labels have edges on paper, which no printer draws. */
function lookOfDrawn(place: number, start: number, { cut }: Sheet): string {
  const edge = cut ? '' : 'stroke-line';
  return place < start ? `${edge} fill-line` : `${edge} fill-transparent`;
}

function fillOf(place: number, start: number, tags: number): string {
  if (place < start) return 'fill-line';
  return place < start + tags ? 'fill-home' : 'fill-transparent';
}
