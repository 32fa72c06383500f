import type { Browser } from 'playwright-core';
import type { Person } from '../../test/make.ts';
import type { Product } from '../product.ts';

/** What is measured; the path is that of the owner's item, the sizes those of what takes long. */
export type Started = {
  baseline: string;
  server: Product;
  browser: Browser;
  owner: Person;
  path: string;
  sizes: { rows: number; tags: number };
};

export type Measure = (started: Started) => Promise<Row[]>;

export type Row = {
  figure: string;
  ours: string;
  baseline?: string;
  /** Ours divided by the baseline. */
  ratio?: number;
  target?: { text: string; met: boolean };
};

type Compared = {
  figure: string;
  ours: number;
  baseline: number;
  /** What the baseline is. */
  of?: string;
  inWords?: (value: number) => string;
  mostTimes?: number | undefined;
};

/** Two figures of one kind, and how many times the second is in the first. */
export function compare({ figure, ours, baseline, of, inWords = inMs, mostTimes }: Compared): Row {
  const ratio = ours / baseline;
  return {
    figure,
    ours: inWords(ours),
    baseline: inWords(baseline) + (of ? ` (${of})` : ''),
    ratio,
    ...(mostTimes && { target: atMost(ratio, mostTimes) }),
  };
}

export function atMost(value: number, most: number, unit = ''): { text: string; met: boolean } {
  return { text: `≤ ${most}${unit}`, met: value <= most };
}

/** The rows as a Markdown table. */
export function markdownTable(rows: Row[]): string {
  const head = ['Figure', 'Ours', 'Baseline', 'Ours / baseline', 'Target', 'Met'];
  const cells = rows.map(({ figure, ours, baseline = '', ratio, target }) => [
    figure,
    ours,
    baseline,
    ratio?.toFixed(3) ?? '',
    target?.text ?? '',
    target ? (target.met ? 'yes' : '**missed**') : '',
  ]);
  const rules = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [head, rules, ...cells].map((row) => `| ${row.join(' | ')} |\n`).join('');
}

export function formatInteger(value: number): string {
  return Math.round(value).toLocaleString('en');
}

const inMs = (ms: number) => `${ms.toFixed(1)} ms`;
export const inMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

export const median = (values: number[]) => percentile(values, 50);

/** The smallest of the values that is not exceeded by `percent` of them (nearest rank). */
export function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? Number.NaN;
}
