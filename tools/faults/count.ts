import { setTimeout } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import type { Mailbox } from '../../test/mailbox.ts';
import { ask } from './external-postgres.ts';
import type { Ledger } from './load.ts';

export type Counts = {
  acknowledged: number;
  stored: number;
  lost: number;
  doubled: number;
  /** One for each conversation, which begins with a finder's message. */
  mailsOwed: number;
  /** Told apart by their Message-ID. */
  mailsSent: number;
  mailsRepeated: number;
  mailsLeased: number;
};

/** How long mails are waited for. Pauses after a failure are cut short, as docs/operate.md tells; leases of 30 s are not. */
export type MailPatience = { ms: number; forLeases: boolean };

export async function count(
  ledger: Ledger,
  database: ClientConfig,
  mailbox: Mailbox,
  patience: MailPatience,
): Promise<Counts> {
  const rows = await ask(
    database,
    `select text, count(*)::int from web_messages where author = 'finder' group by text`,
  );
  const stored = new Map(rows.map(([text, times]) => [String(text), Number(times)]));
  // One that is held for a flood is mailed to nobody.
  const [[owed] = []] = await ask(
    database,
    `select count(distinct conversation_id)::int from web_messages where held_reason is distinct from 'too-many'`,
  );
  const leased = new Set(await untilSent(database, patience));
  const unsent = await ask(
    database,
    `select message_id from outgoing_mails where sent_at is null and purpose like 'new-message%'`,
  );
  const waiting = unsent.map(([messageId]) => String(messageId)).filter((messageId) => leased.has(messageId));
  const received = mailbox.received.filter(({ subject }) => subject?.startsWith('Somebody wrote'));
  const sent = new Set(received.map(({ messageId }) => messageId));
  return {
    acknowledged: ledger.acknowledged.size,
    stored: stored.size,
    lost: [...ledger.acknowledged].filter((text) => !stored.has(text)).length,
    doubled: [...stored.values()].filter((times) => times > 1).length,
    mailsOwed: Number(owed),
    mailsSent: sent.size,
    mailsRepeated: received.length - sent.size,
    mailsLeased: waiting.filter((messageId) => !sent.has(messageId)).length,
  };
}

/** Waits until no mail is owed. @returns the Message-IDs of those that a killed process still leases */
export async function untilSent(database: ClientConfig, { ms, forLeases }: MailPatience): Promise<string[]> {
  const giveUpAt = performance.now() + ms;
  for (;;) {
    await ask(database, 'update outgoing_mails set send_after = now() where sent_at is null and send_after > now()');
    const rows = await ask(
      database,
      `select message_id, leased_until > now() from outgoing_mails where sent_at is null`,
    );
    const leased = rows.filter(([, isLeased]) => isLeased);
    const isOver = rows.length === (forLeases ? 0 : leased.length);
    if (isOver || performance.now() > giveUpAt) return leased.map(([messageId]) => String(messageId));
    await setTimeout(100);
  }
}
