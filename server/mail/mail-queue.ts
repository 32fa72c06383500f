import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { timesAreRight } from '../clock.ts';
import type { Database, Executor, Tables } from '../db/tables.ts';
import { wakeSenders } from '../events/events.ts';
import { messageIdOf } from './message-id.ts';
import { noteOnOrders, orderPurpose } from './note-on-orders.ts';
import { linksRemoved } from './old-mails.ts';

export type Mail = {
  purpose: string;
  /** The account that the mail is about; both are deleted together. */
  uid: string | null;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  unsubscribeUrl?: string | undefined;
  replyTo?: string | undefined;
  fromName?: string | undefined;
};

export type LeasedMail = Selectable<Tables['outgoingMails']> & { host: string };

export const mailLeaseSeconds = 30;
const mostLookedAt = 20;
const giveUpAfterDays = 3;
const longestPauseSeconds = 3 * 60 * 60;
/** A mail server takes a mail before it sends it back. So mail arrives again when one is taken this long after a bounce. */
const bounceDays = 3;
const pauseAfterRefusalSeconds = 12 * 60 * 60;

/** Queues a mail in the transaction of its cause. The Message-ID is fixed here, so that a second delivery after a crash is recognised. Senders hear of it after the commit. */
export async function queueMail(db: Executor, { to, ...mail }: Mail): Promise<void> {
  const row = { ...mail, messageId: messageIdOf(randomUUID()), toName: to.name, toAddress: to.address };
  await db.insertInto('outgoingMails').values(row).execute();
  wakeSenders(db);
}

/**
 * Leases the mail that is due longest. Where the first mails are all for busy hosts, the first mail of each other host is looked up: the
 * cost grows with the hosts, not with the mails. A lease of more than twice its length is void. What this process has in hand it does not
 * lease again: its lease may be over because the database was away and it could not be renewed.
 */
export async function leaseMail(db: Executor, busyHosts: string[], inHand: string[]): Promise<LeasedMail | undefined> {
  const isReady = sql`${isDue} and outgoing_mails.id <> all (${inHand}::bigint[])`;
  const { rows } = await sql<LeasedMail>`
    with recursive
      first as materialized (
        select id, send_after, ${host} as host from outgoing_mails where ${isReady}
        order by send_after, id limit ${mostLookedAt}
      ),
      free as (select id, send_after from first where host <> all (${busyHosts})),
      hosts as (
        select min(${host}) as host from outgoing_mails
        where ${isWaiting} and not exists (select from free) and (select count(*) from first) = ${mostLookedAt}
        union all
        select (select min(${host}) from outgoing_mails where ${isWaiting} and ${host} > hosts.host)
        from hosts where hosts.host is not null
      ),
      candidates as (
        select id, send_after from free
        union all
        select mail.id, mail.send_after from hosts, lateral (
          select id, send_after from outgoing_mails where ${isReady} and ${host} = hosts.host
          order by send_after, id limit 1
        ) as mail
        where hosts.host <> all (${busyHosts})
      )
    update outgoing_mails
    set leased_until = now() + make_interval(secs => ${mailLeaseSeconds}), attempts = attempts + 1
    where id = (
      select mail.id from (select * from candidates order by send_after, id) as candidates, lateral (
        select id from outgoing_mails where id = candidates.id and ${isReady} limit 1 for update skip locked
      ) as mail
      limit 1
    )
    returning *, ${host} as host`.execute(db);
  return rows[0];
}

const host = sql`lower(substring(to_address from '[^@]*$'))`;
const isWaiting = sql`sent_at is null and failed_at is null`;
const isDue = sql`${isWaiting} and outgoing_mails.send_after <= now()
  and (leased_until between now() and now() + make_interval(secs => ${2 * mailLeaseSeconds})) is not true`;

/** Cuts the links of the mail as it stands by now: a finder's words may have been deleted from it while it was sent. */
export async function recordDelivery(db: Database, { id }: LeasedMail): Promise<void> {
  await sql`
    with sent as (
      update outgoing_mails
      set sent_at = now(), leased_until = null, unsubscribe_url = null, reply_to = null,
        text = ${linksRemoved(sql.ref('text'))}, html = ${linksRemoved(sql.ref('html'))}
      where id = ${id}
      returning uid, to_address
    )
    update users set mail_failed_at = null, mail_bounced_at = null from sent
    where users.uid = sent.uid and lower(users.email) = lower(to_address) and mail_failed_at is not null
      and (mail_bounced_at < now() - make_interval(days => ${bounceDays})) is not false`.execute(db);
}

export async function renewLease(db: Database, { id, attempts }: LeasedMail): Promise<void> {
  await db
    .updateTable('outgoingMails')
    .set({ leasedUntil: sql<Date>`now() + make_interval(secs => ${mailLeaseSeconds})` })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('leasedUntil', 'is not', null)
    .execute();
}

export async function returnLease(db: Database, { id, attempts }: LeasedMail): Promise<void> {
  const changes = { leasedUntil: null, attempts: attempts - 1 };
  await db.updateTable('outgoingMails').set(changes).where('id', '=', id).where('attempts', '=', attempts).execute();
}

/** Tries again after 30 s, then with doubled pauses up to 3 hours, for 3 days; a refused mail once more after 12 hours. */
export async function recordFailure(
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
          when ${nextTry} > created_at + make_interval(days => ${giveUpAfterDays}) and ${timesAreRight} then now()
        end,
        last_error = ${withoutZeros(reason).slice(0, 500)},
        last_error_at = now()
      where id = ${id} and attempts = ${attempts}
      returning uid, purpose, to_address, failed_at is not null as given_up
    ), noted as (
      ${noteOnOrders(sql`select to_address from tried where purpose = ${orderPurpose} and (${refused} or given_up)`)}
    ), told as (
      update users set mail_failed_at = now() from tried
      where users.uid = tried.uid and lower(users.email) = lower(to_address) and (${refused} or given_up)
    )
    select given_up from tried`.execute(db);
  return rows[0]?.givenUp ?? false;
}

/** What answers may be no mail server, and PostgreSQL stores no zero byte. */
function withoutZeros(text: string): string {
  return text.replaceAll('\0', '');
}
