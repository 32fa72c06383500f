import { queryOptions, useQuery } from '@tanstack/react-query';
import type { FunctionOutput } from '../../../functions/list.ts';
import { labelTemplatesPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Select } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { fieldErrors } from '../../core/data/function-error.ts';

export const roomQueries = { queryKey: ['room-on-sheet'] };

type SheetChoiceProps = {
  options: { value: string; label: string }[];
  chosen: string;
  error?: string | undefined;
  onChoose(sheet: string): void;
};

export function SheetChoice({ options, chosen, error, onChoose }: SheetChoiceProps) {
  const t = useTranslations();
  const room = useQuery(roomQuery(chosen));
  return (
    <div className="grid gap-2">
      <Select
        label={t('print.sheet')}
        name="sheet"
        options={options}
        value={chosen}
        onChange={(event) => onChoose(event.target.value)}
        error={error ?? fieldErrors(room.error).sheet}
      />
      <div role="status">
        <NoRoom letters={room.data?.letters} />
      </div>
      <p>
        <a href={labelTemplatesPath()} className="inline-flex min-h-12 items-center">
          {t('print.templates')}
        </a>
      </p>
    </div>
  );
}

/** That host or code do not stand under the codes, unless it was said of the sheet. */
export function NoRoomAfterAll({ sheet, letters }: { sheet: string; letters: Letters }) {
  const { data } = useQuery(roomQuery(sheet));
  return data?.letters !== letters && <NoRoom letters={letters} />;
}

type Letters = FunctionOutput<'checkSheet'>['letters'];

function NoRoom({ letters }: { letters: Letters | undefined }) {
  const t = useTranslations();
  if (letters === 'code') return <Alert>{t('print.noHost')}</Alert>;
  return letters === 'none' && <Alert>{t('print.noCode')}</Alert>;
}

const roomQuery = (sheet: string) =>
  queryOptions({
    queryKey: [...roomQueries.queryKey, sheet],
    queryFn: () => callFunction('checkSheet', { sheet }),
    meta: { notCached: true },
  });
