import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Database, Executor, Tables } from '../db/tables.ts';
import type { Events } from '../events/events.ts';
import type { Log } from '../log.ts';
import { removeFilesOfGoneMails } from './mail-folder.ts';
import { withoutLinks } from './old-mails.ts';
import type { MailTransport } from './transport.ts';

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

const leaseSeconds = 30;
const giveUpAfterDays = 3;
const pollMs = 5_000;
const tidyMs = 60_000;

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

export type MailWorker = { /** Finishes the mail in hand, then stops. */ stop(): Promise<void> };

/**
 * Sends what is in the outbox: at once when told by a `mail` event, and every five seconds.
 * A mail is leased for 30 s while it is being sent, retried with growing pauses, and given up after three days.
 * Once a minute the files of mails that are gone are removed.
 */
export function startMailWorker(deps: {
  db: Database;
  events: Events;
  transport: MailTransport;
  log: Log;
}): MailWorker {
  const { db, events, transport, log } = deps;
  let stopped = false;
  let wakeUp = () => {};
  let tidyAt = 0;

  const work = async () => {
    while (!stopped) {
      const awake = new Promise<void>((resolve) => {
        wakeUp = resolve;
      });
      try {
        while (!stopped && (await sendNext(db, transport, log)));
        if (performance.now() >= tidyAt) {
          tidyAt = performance.now() + tidyMs;
          await removeFilesOfGoneMails(transport.folder, db);
        }
      } catch (error) {
        log.error({ error }, 'could not read the outbox or tidy its folder');
      }
      const timer = setTimeout(wakeUp, pollMs);
      if (!stopped) await awake;
      clearTimeout(timer);
    }
  };
  const unsubscribe = events.subscribe((event) => {
    if (event.kind === 'mail' || event.kind === 'resync') wakeUp();
  });
  const done = work();
  return {
    async stop() {
      stopped = true;
      unsubscribe();
      wakeUp();
      await done;
      transport.close();
    },
  };
}

/** @returns whether there was a mail to send */
async function sendNext(db: Database, transport: MailTransport, log: Log): Promise<boolean> {
  const mail = await lease(db);
  if (!mail) return false;
  try {
    await transport.send(mail, AbortSignal.timeout((leaseSeconds - 5) * 1000));
    const words = { text: withoutLinks(mail.text), html: withoutLinks(mail.html) };
    await db
      .updateTable('outgoingMails')
      .set({ sentAt: new Date(), ...words })
      .where('id', '=', mail.id)
      .execute();
    log.info({ mail: mail.id, purpose: mail.purpose }, 'mail sent');
  } catch (error) {
    const givenUp = await putBack(db, mail, error);
    // Only codes: a server's words quote addresses. They are kept with the mail.
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    const about = { mail: mail.id, attempt: mail.attempts, code, responseCode };
    log.warn(about, givenUp ? 'mail given up' : 'mail not sent, will retry');
  }
  return true;
}

async function lease(db: Database) {
  const { rows } = await sql<Selectable<Tables['outgoingMails']>>`
    update outgoing_mails
    set leased_until = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
    where id in (
      select id from outgoing_mails
      where sent_at is null and failed_at is null and send_after <= now()
        and (leased_until is null or leased_until < now())
      order by id limit 1
      for update skip locked
    )
    returning *`.execute(db);
  return rows[0];
}

async function putBack(db: Database, mail: { id: string; attempts: number; createdAt: Date }, error: unknown) {
  const pauseSeconds = Math.min(15 * 2 ** mail.attempts, 3 * 60 * 60);
  const giveUp = Date.now() + pauseSeconds * 1000 > mail.createdAt.getTime() + giveUpAfterDays * 86_400_000;
  await db
    .updateTable('outgoingMails')
    .set({
      leasedUntil: null,
      sendAfter: new Date(Date.now() + pauseSeconds * 1000),
      failedAt: giveUp ? new Date() : null,
      lastError: String(error instanceof Error ? error.message : error).slice(0, 500),
    })
    .where('id', '=', mail.id)
    .execute();
  return giveUp;
}
