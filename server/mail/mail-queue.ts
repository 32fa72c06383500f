import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Database, Executor, Tables } from '../db/tables.ts';
import { withoutLinks } from './old-mails.ts';

export type Mail = {
  /** Why it is sent, for the operator: verify-email, new-message … */
  purpose: string;
  /** The account that it is about, whatever the address: both are deleted together. Null for nobody's. */
  uid: string | null;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
};

/** `host` is the domain of the recipient's address. */
export type LeasedMail = Selectable<Tables['outgoingMails']> & { host: string };

export const leaseSeconds = 30;
const giveUpAfterDays = 3;
const longestPauseSeconds = 3 * 60 * 60;
const pauseAfterRefusalSeconds = 12 * 60 * 60;

/**
 * Writes a mail to the outbox. Give it the transaction of what caused the mail: both happen or neither.
 * The Message-ID is settled here, so that a mail sent twice after a crash is recognised as one.
 */
export async function queueMail(db: Executor, mail: Mail): Promise<void> {
  const domain = 'outbox.handback';
  await db
    .insertInto('outgoingMails')
    .values({
      messageId: `<${randomUUID()}@${domain}>`,
      purpose: mail.purpose,
      uid: mail.uid,
      toName: mail.to.name,
      toAddress: mail.to.address,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
    })
    .execute();
}

/**
 * Leases the mail that has been due longest, for 30 s, counting a try. Due times, leases and pauses are the database's alone, whatever
 * clock a process has. A lease that claims to last more than twice as long is void; just longer is one taken while this one waited.
 * @param exceptHosts recipients there have to wait
 */
export async function leaseMail(db: Executor, exceptHosts: string[]): Promise<LeasedMail | undefined> {
  const { rows } = await sql<LeasedMail>`
    update outgoing_mails
    set leased_until = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
    where id = (
      select id from outgoing_mails
      where sent_at is null and failed_at is null and send_after <= now()
        and (leased_until between now() and now() + make_interval(secs => ${2 * leaseSeconds})) is not true
        and ${hostOfRecipient} <> all (${exceptHosts})
      order by send_after, id limit 1
      for update skip locked
    )
    returning *, ${hostOfRecipient} as host`.execute(db);
  return rows[0];
}

const hostOfRecipient = sql`lower(substring(to_address from '[^@]*$'))`;

/** Notes that the mail was sent, cuts off its links, and forgets that mail to the account failed before. */
export async function noteSent(db: Database, { id, text, html }: LeasedMail): Promise<void> {
  await sql`
    with sent as (
      update outgoing_mails
      set sent_at = now(), leased_until = null, text = ${withoutLinks(text)}, html = ${withoutLinks(html)}
      where id = ${id}
      returning uid, to_address
    )
    update users set mail_failed_at = null from sent
    where users.uid = sent.uid and lower(users.email) = lower(to_address) and mail_failed_at is not null`.execute(db);
}

/** Gives the mail back as if it had never been leased: whoever leases next sends it at once. */
export async function returnLease(db: Database, { id, attempts }: LeasedMail): Promise<void> {
  await db
    .updateTable('outgoingMails')
    .set({ leasedUntil: null, attempts: attempts - 1 })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute();
}

/**
 * Notes that the mail was not sent. It is tried again after 30 s, then with pauses twice as long each, up to 3 hours, and given up
 * after 3 days. One that was refused is tried once more, after 12 hours. A refusal, and giving up, are told to the owner of the address.
 * @returns whether it is given up
 */
export async function noteFailure(
  db: Database,
  { id, attempts }: LeasedMail,
  { reason, refused }: { reason: string; refused: boolean },
): Promise<boolean> {
  const pauseSeconds = refused ? pauseAfterRefusalSeconds : Math.min(15 * 2 ** attempts, longestPauseSeconds);
  const nextTry = sql`now() + make_interval(secs => ${pauseSeconds})`;
  const { rows } = await sql<{ givenUp: boolean }>`
    with tried as (
      update outgoing_mails set
        leased_until = null,
        send_after = ${nextTry},
        refused_at = case when ${refused} then coalesce(refused_at, now()) else refused_at end,
        failed_at = case
          when ${refused} and refused_at is not null then now()
          when ${nextTry} > created_at + make_interval(days => ${giveUpAfterDays}) then now()
        end,
        last_error = ${reason.slice(0, 500)}
      where id = ${id} and attempts = ${attempts}
      returning uid, to_address, failed_at is not null as given_up
    ), told as (
      update users set mail_failed_at = now() from tried
      where users.uid = tried.uid and lower(users.email) = lower(to_address) and (${refused} or given_up)
    )
    select given_up from tried`.execute(db);
  return rows[0]?.givenUp ?? false;
}
