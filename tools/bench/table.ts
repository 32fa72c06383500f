export type Row = {
  figure: string;
  ours: string;
  baseline?: string;
  /** Ours divided by the baseline. */
  ratio?: number;
  target?: { text: string; met: boolean };
};

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
