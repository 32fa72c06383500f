import { useState } from 'react';
import { findSheet, isSheetName, type SheetName } from '../../../domain/print/contract/sheets.ts';
import { Radio } from '../../../ui/fields.tsx';
import { t } from '../../core/document/app-translations.ts';
import { SheetChoice, type SheetChoiceProps } from './sheets.tsx';

/** Where paper of this size is what everybody has. */
const withLetter = /-(US|CA|MX|PH|CL|CO|VE|CR|GT|PA|DO|PR)\b/i;

export function usualSheet(): SheetName {
  return withLetter.test(navigator.language) ? 'plain-30-letter' : 'plain-30-a4';
}

const isPlain = (sheet: string) => isSheetName(sheet) && findSheet(sheet).cut === true;

const firstLabels: SheetName = 'avery-l7160';

/** Plain paper, which everybody has; or labels, once somebody says that they have some. */
export function PaperChoice({ options, chosen, error, onChoose }: Omit<SheetChoiceProps, 'label'>) {
  const [other, setOther] = useState<string>(() => (isPlain(chosen) ? firstLabels : usualSheet()));
  const turn = () => {
    setOther(chosen);
    onChoose(other);
  };
  const onPlain = isPlain(chosen);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-[650]">{t('print.paper')}</legend>
      <Radio name="paper" checked={onPlain} onChange={turn}>
        {t('print.plainPaper')}
      </Radio>
      <Radio name="paper" checked={!onPlain} onChange={turn}>
        {t('print.labelSheets')}
      </Radio>
      <div className="mt-3">
        <SheetChoice
          label={onPlain ? t('print.size') : t('print.sheet')}
          options={options.filter(({ value }) => isPlain(value) === onPlain)}
          chosen={chosen}
          error={error}
          onChoose={onChoose}
          withTemplates={!onPlain}
        />
      </div>
    </fieldset>
  );
}
