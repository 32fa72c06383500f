import { type Counts, count, isKept, type MailPatience } from './count.ts';
import type { Ledger } from './people.ts';
import type { World } from './world.ts';

export type Row = {
  fault: string;
  counts?: Counts;
  seen: string;
  /** Whether the promise held; undefined where nothing could be tried. */
  held: boolean | undefined;
};

export type Scale = { kills: number; silenceMs: number; mailPatience: MailPatience };

export type Fault = (scale: Scale) => Promise<Row[]>;

/** The row of finders' messages, beside which something else must hold. */
export async function rowOf(
  fault: string,
  world: World,
  ledger: Ledger,
  { mailPatience }: Scale,
  { seen = [], holds = true }: { seen?: string[]; holds?: boolean } = {},
): Promise<Row> {
  const counts = await count(ledger, world, mailPatience);
  const words = [...seen, `sent again: ${refusals(ledger)}`];
  return { fault, counts, seen: words.join(', '), held: isKept(counts) && holds };
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
  const cells = rows.map(({ fault, counts, seen, held }) => {
    const { acknowledged = '', stored = '', lost = '', doubled = '', mailsOwed = '' } = counts ?? {};
    const said = held === undefined ? 'skipped' : held ? 'yes' : '**no**';
    return [fault, acknowledged, stored, lost, doubled, mailsOwed, counts ? mailsInWords(counts) : '', seen, said];
  });
  return [head, rules, ...cells].map((row) => `| ${row.join(' | ')} |\n`).join('');
}

function mailsInWords({ mailsSent, mailsRepeated, mailsLeased }: Counts): string {
  const notes = [mailsRepeated && `${mailsRepeated} repeated`, mailsLeased && `${mailsLeased} leased`].filter(Boolean);
  return notes.length > 0 ? `${mailsSent} (${notes.join(', ')})` : `${mailsSent}`;
}
