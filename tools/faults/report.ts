import type { Counts, MailPatience } from './count.ts';
import type { Ledger } from './load.ts';

export type Row = {
  fault: string;
  counts?: Counts;
  seen: string;
  /** Whether the promise held; undefined where nothing could be tried. */
  held: boolean | undefined;
};

export type Scale = {
  kills: number;
  silenceMs: number;
  mailPatience: MailPatience;
};

export type Fault = (scale: Scale) => Promise<Row[]>;

/** Acknowledged = stored, once each, and every owner gets a mail, but for what a killed process still leases. */
export function isKept({ acknowledged, lost, doubled, mailsOwed, mailsSent, mailsLeased }: Counts): boolean {
  return acknowledged > 0 && lost === 0 && doubled === 0 && mailsSent + mailsLeased === mailsOwed;
}

export function refusals({ refused, unanswered }: Ledger): string {
  const statuses = [...refused].map(([status, times]) => `${times} × ${status}`);
  return [...statuses, `${unanswered} unanswered`].join(', ');
}

export function inSeconds(ms: number | undefined): string {
  return ms === undefined ? 'not in time' : `${(ms / 1000).toFixed(1)} s`;
}

export function markdownTable(rows: Row[]): string {
  const head = ['Fault', 'Acknowledged', 'Stored', 'Lost', 'Doubled', 'Mails owed', 'Mails sent', 'Seen', 'Held'];
  const rules = head.map((name) => (name === 'Fault' || name === 'Seen' ? '---' : '---:'));
  const cells = rows.map(({ fault, counts, seen, held }) => [
    fault,
    counts?.acknowledged ?? '',
    counts?.stored ?? '',
    counts?.lost ?? '',
    counts?.doubled ?? '',
    counts?.mailsOwed ?? '',
    counts ? mailsInWords(counts) : '',
    seen,
    held === undefined ? 'skipped' : held ? 'yes' : '**no**',
  ]);
  return [head, rules, ...cells].map((row) => `| ${row.join(' | ')} |\n`).join('');
}

function mailsInWords({ mailsSent, mailsRepeated, mailsLeased }: Counts): string {
  const notes = [mailsRepeated && `${mailsRepeated} repeated`, mailsLeased && `${mailsLeased} leased`].filter(Boolean);
  return notes.length > 0 ? `${mailsSent} (${notes.join(', ')})` : `${mailsSent}`;
}
