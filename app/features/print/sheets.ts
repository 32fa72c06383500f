import { useQuery } from '@tanstack/react-query';
import { type LabelTemplate, toSheet } from '../../../domain/print/contract/label-template.ts';
import {
  findSheet,
  isSheetName,
  type Sheet,
  type SheetName,
  sheetNames,
} from '../../../domain/print/contract/sheets.ts';
import type { Translations } from '../../../language/create-translations.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { type LongList, longListQuery, type PageRequest } from '../../core/data/long-lists.ts';

export const labelTemplatesQuery = {
  ...longListQuery(['label-templates'], readLabelTemplates),
  meta: { notCached: true },
};

export function useSheets(t: Translations) {
  const templates = useQuery(labelTemplatesQuery);
  const own = templates.data?.rows ?? [];
  return {
    options: [
      ...sheetNames.map((value) => ({ value: String(value), label: sheetInWords(value, t) })),
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

export async function readLabelTemplates(request: PageRequest): Promise<LongList<LabelTemplate>> {
  const { templates, next } = await callFunction('listLabelTemplates', request);
  return { rows: templates, next };
}

export function boughtSheets(t: Translations): { value: SheetName; label: string }[] {
  const bought = sheetNames.filter((name) => findSheet(name).product);
  return bought.map((value) => ({ value, label: sheetInWords(value, t) }));
}

function sheetInWords(name: SheetName, t: Translations): string {
  const { product, page } = findSheet(name);
  const sheet = product ?? toCutInWords(name, t);
  if (page.height === 297) return t('print.paperA4', { sheet });
  return page.height === 279.4 ? t('print.paperLetter', { sheet }) : sheet;
}

function toCutInWords(name: SheetName, t: Translations): string {
  if (name.startsWith('wallet')) return t('print.walletCard');
  if (name.startsWith('luggage')) return t('print.luggageLabel');
  if (name.startsWith('key-ring')) return t('print.keyRingStrip');
  return t('print.plain', { size: String(findSheet(name).label.width) });
}
