import { type CheckedLine, type FileEncoding, fileEncodings } from '../../../domain/items/contract/item-file.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Select } from '../../../ui/fields.tsx';
import { t } from '../../core/document/app-translations.ts';

type CheckedLinesProps = {
  lines: CheckedLine[];
  chosen: ReadonlySet<number>;
  onChoose(line: number, isChosen: boolean): void;
};

export function CheckedLines({ lines, chosen, onChoose }: CheckedLinesProps) {
  return (
    <ol className="grid gap-3">
      {lines.map(({ line, name, category, note, more, problems, doubts, remarks }) => (
        <li
          key={line}
          className="grid gap-1 rounded-card border-2 border-line bg-card px-4 py-3 [contain-intrinsic-size:auto_6rem] [content-visibility:auto]"
        >
          <p className="text-[0.9375rem] text-ink-soft">{t('importItems.line', { line })}</p>
          <p className="wrap-anywhere">
            <bdi className="font-[650]">{name}</bdi> · {category}
          </p>
          {note && <p className="text-ink-soft wrap-anywhere whitespace-pre-line">{note}</p>}
          {more.map(({ column, text }) => (
            <p key={column} className="text-[0.9375rem] text-ink-soft wrap-anywhere">
              {t('importItems.more', { column, text })}
            </p>
          ))}
          <Said problems={remarks} className="wrap-anywhere" />
          <Said problems={[...problems, ...doubts]} className="field-error" />
          {isChoice({ problems, doubts }) && (
            <label className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                className="size-6 accent-home"
                checked={chosen.has(line)}
                onChange={({ target }) => onChoose(line, target.checked)}
              />
              {t('importItems.anyway')}
            </label>
          )}
        </li>
      ))}
    </ol>
  );
}

export const isChoice = ({ problems, doubts }: Pick<CheckedLine, 'problems' | 'doubts'>) =>
  problems.length === 0 && doubts.length > 0;

function Said({ problems, className }: { problems: CheckedLine['problems']; className: string }) {
  return problems.map(({ column, problem }) => (
    <p key={`${column} ${problem}`} className={className}>
      {column ? t('importItems.more', { column, text: problem }) : problem}
    </p>
  ));
}

const names: Record<FileEncoding, string> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  macintosh: 'Mac Roman',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'windows-1254': 'Windows-1254',
};

type EncodingChoiceProps = { encoding: FileEncoding; sample: string; onChoose(encoding: FileEncoding): void };

export function EncodingChoice({ encoding, sample, onChoose }: EncodingChoiceProps) {
  return (
    <Alert title={t('importItems.guessed')}>
      <p>{t('importItems.guessedHint')}</p>
      <p className="my-3 font-mono wrap-anywhere">
        <bdi>{sample}</bdi>
      </p>
      <Select
        label={t('importItems.encoding')}
        name="encoding"
        value={encoding}
        options={fileEncodings.map((value) => ({ value, label: names[value] }))}
        onChange={({ target }) => onChoose(target.value as FileEncoding)}
      />
    </Alert>
  );
}
