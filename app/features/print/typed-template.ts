import {
  type LabelTemplate,
  type Measures,
  mostPlaces,
  toMeasures,
  toSheet,
} from '../../../domain/print/contract/label-template.ts';
import { findSheet, type Sheet, type SheetName } from '../../../domain/print/contract/sheets.ts';
import { numberIn } from '../../widgets/numbers.ts';

export const papers = ['a4', 'letter', 'own', 'roll'] as const;

export type Paper = (typeof papers)[number];

export type TypedTemplate = Record<keyof Measures | 'name', string> & { paper: Paper };

const sizes = { a4: { width: 210, height: 297 }, letter: { width: 215.9, height: 279.4 } };

export function typedTemplateOf({ name, ...measures }: Omit<LabelTemplate, 'id'>, language: string): TypedTemplate {
  const { format } = new Intl.NumberFormat(language, { maximumFractionDigits: 2, useGrouping: false });
  const typed = Object.entries(measures).map(([field, value]) => [field, format(value)]);
  return { ...Object.fromEntries(typed), name, paper: paperOf(measures) };
}

export function typedFromSheet(sheet: SheetName, name: string, language: string): TypedTemplate {
  return typedTemplateOf({ name, ...toMeasures(findSheet(sheet)) }, language);
}

export function measuresIn({ name: _name, paper, ...typed }: TypedTemplate): Measures {
  const fields = Object.entries(typed).map(([field, value]) => [field, numberIn(value)]);
  const measures = Object.fromEntries(fields) as Measures;
  if (paper === 'roll') {
    const { labelWidth: width, labelHeight: height } = measures;
    return toMeasures({
      ...{ page: { width, height }, label: { width, height }, pitch: { x: width, y: height } },
      ...{ columns: 1, rows: 1, left: 0, top: 0 },
    });
  }
  if (paper === 'own') return measures;
  return { ...measures, pageWidth: sizes[paper].width, pageHeight: sizes[paper].height };
}

export function sheetIn(typed: TypedTemplate): Sheet | undefined {
  const measures = measuresIn(typed);
  const isSheet =
    Object.values(measures).every((value) => value >= 0) && measures.columns * measures.rows <= mostPlaces;
  return isSheet ? toSheet(measures) : undefined;
}

function paperOf(measures: Measures): Paper {
  const { pageWidth, pageHeight, labelWidth, labelHeight } = measures;
  if (pageWidth === labelWidth && pageHeight === labelHeight) return 'roll';
  const isOf = ({ width, height }: Sheet['page']) => pageWidth === width && pageHeight === height;
  if (isOf(sizes.a4)) return 'a4';
  return isOf(sizes.letter) ? 'letter' : 'own';
}
