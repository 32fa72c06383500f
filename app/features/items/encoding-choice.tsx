import { type FileEncoding, fileEncodings } from '../../../domain/items/contract/item-file.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Select } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';

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
  const t = useTranslations();
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
