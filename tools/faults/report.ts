import { setTimeout } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import type { Buyers, Goods } from './buyers.ts';
import { ask } from './external-postgres.ts';
import type { Ledger } from './people.ts';
import type { World } from './world.ts';

type Mails = {
  mailsOwed: number;
  /** Told apart by their Message-ID. */
  mailsSent: number;
  mailsRepeated: number;
  mailsLeased: number;
};

export type Counts = Mails & { acknowledged: number; stored: number; lost: number; doubled: number };

/** How long mails are waited for. Pauses after a failure are cut short, as docs/operate.md tells; leases of 30 s are not. */
export type MailPatience = { ms: number; forLeases: boolean };

/** Acknowledged = stored, once each, and every owner gets a mail, but for what a killed process still leases. */
export function isKept({ acknowledged, lost, doubled, mailsOwed, mailsSent, mailsLeased }: Counts): boolean {
  return acknowledged > 0 && lost === 0 && doubled === 0 && mailsSent + mailsLeased === mailsOwed;
}

/** Finders' messages. A mail is owed for each conversation, which begins with one, but not for what is held for a flood. */
async function count({ acknowledged }: Ledger, world: World, patience: MailPatience): Promise<Counts> {
  const database = await world.database();
  const mails = await untilSent(world, database, patience);
  const rows = await ask(
    database,
    `select text, count(*)::int from web_messages where author = 'finder' group by text`,
  );
  const [[owed] = []] = await ask(
    database,
    `select count(distinct conversation_id)::int from web_messages where held_reason is distinct from 'too-many'`,
  );
  return { ...tally(acknowledged, rows), ...mails('Somebody wrote', Number(owed)) };
}

/**
 * Orders and payments, told apart by the address of the buyer, each of whom has one.
 * `stockOff`: in stock and in orders together, less what was there before them; 0 when each order took its own once.
 */
export async function countOrders(
  { ledger, paid }: Buyers,
  { id, stock }: Goods,
  world: World,
  patience: MailPatience,
): Promise<{ orders: Counts; payments: Counts; stockOff: number }> {
  const database = await world.database();
  const mails = await untilSent(world, database, patience);
  const placed = await ask(database, 'select email, count(*)::int from orders group by email');
  const settled = await ask(
    database,
    `select email, max(abs(times - 1)) + 1 from orders, lateral (
      select count(*)::int as times from payments where order_id = orders.id
      union all select count(*)::int from order_events where order_id = orders.id and kind = 'paid'
      union all select count(*)::int from invoices where order_id = orders.id
    ) as counted group by email having bool_and(paid_at is not null)`,
  );
  const [[left, ordered] = []] = await ask(
    database,
    `select stock, (select sum(quantity) from order_lines where product_id = '${id}')::int from products where id = '${id}'`,
  );
  return {
    orders: { ...tally(ledger.acknowledged, placed), ...mails('Your order', placed.length) },
    payments: { ...tally(paid, settled), ...mails('your payment arrived', settled.length) },
    stockOff: Number(left) + Number(ordered) - stock,
  };
}

/** @param rows what is stored, and how often */
function tally(acknowledged: Set<string>, rows: unknown[][]) {
  const stored = new Set(rows.map(([what]) => String(what)));
  return {
    acknowledged: acknowledged.size,
    stored: stored.size,
    lost: [...acknowledged].filter((each) => !stored.has(each)).length,
    doubled: rows.filter(([, times]) => Number(times) > 1).length,
  };
}

/** Waits until no mail is owed, but for those that a killed process still leases. @returns counts those of a subject */
async function untilSent({ mailbox }: World, database: ClientConfig, { ms, forLeases }: MailPatience) {
  const giveUpAt = performance.now() + ms;
  let leased: unknown[][];
  for (;;) {
    await ask(database, 'update outgoing_mails set send_after = now() where sent_at is null and send_after > now()');
    const unsent = await ask(
      database,
      'select message_id, subject, leased_until > now() from outgoing_mails where sent_at is null',
    );
    leased = unsent.filter(([, , isLeased]) => isLeased);
    if (unsent.length === (forLeases ? 0 : leased.length) || performance.now() > giveUpAt) break;
    await setTimeout(100);
  }
  return (words: string, mailsOwed: number): Mails => {
    const received = mailbox.received.filter(({ subject }) => subject?.includes(words));
    const sent = new Set(received.map(({ messageId }) => messageId));
    const waiting = leased.filter(([id, subject]) => String(subject).includes(words) && !sent.has(String(id)));
    return {
      mailsOwed,
      mailsSent: sent.size,
      mailsRepeated: received.length - sent.size,
      mailsLeased: waiting.length,
    };
  };
}

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
  /** Where what a first start makes was made already. */
  makeDataDir?: (path: string) => Promise<void>;
};

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
