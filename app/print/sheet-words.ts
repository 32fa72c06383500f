import { findSheet, type SheetName, sheetNames } from '../../domain/print/contract/sheets.ts';
import type { Words } from '../../language/words.ts';

export function sheetOptions(t: Words): { value: SheetName; label: string }[] {
  return sheetNames.map((value) => ({ value, label: sheetInWords(value, t) }));
}

/** What a sheet is called in a list. */
function sheetInWords(name: SheetName, t: Words): string {
  const { product, page } = findSheet(name);
  const sheet = product ?? toCutInWords(name, t);
  if (page.height === 297) return t('print.paperA4', { sheet });
  return page.height === 279.4 ? t('print.paperLetter', { sheet }) : sheet;
}

function toCutInWords(name: SheetName, t: Words): string {
  if (name.startsWith('wallet')) return t('print.walletCard');
  if (name.startsWith('luggage')) return t('print.luggageLabel');
  if (name.startsWith('key-ring')) return t('print.keyRingStrip');
  return t('print.plain', { size: String(findSheet(name).label.width) });
}
