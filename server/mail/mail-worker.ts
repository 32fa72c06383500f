import type { Database } from '../db/tables.ts';
import type { Events } from '../events/events.ts';
import type { Log } from '../log.ts';
import { type QueueWorker, startQueueWorker } from '../queue-worker.ts';
import { removeFilesOfGoneMails } from './mail-folder.ts';
import {
  type LeasedMail,
  leaseMail,
  mailLeaseSeconds,
  recordDelivery,
  recordFailure,
  renewLease,
  returnLease,
} from './mail-queue.ts';
import { isRefusal } from './refusal.ts';
import { type MailPicture, type MailTransport, verdictMs } from './transport.ts';

const mostPerHost = 2;
const sendMs = (mailLeaseSeconds - 5) * 1000;
const renewMs = (mailLeaseSeconds / 3) * 1000;
const tidyMs = 60_000;

/** At most 10 at a time and 6 in place of slow ones, or as SMTP_URL allows. To a domain go 2, or 1 while many wait or one of it is slow. */
export function startMailWorker(deps: Sending & { events: Events }): QueueWorker {
  const { db, transport } = deps;
  let tidyAt = 0;
  const worker = startQueueWorker<LeasedMail>({
    ...deps,
    of: 'mail',
    most: transport.mostAtOnce,
    spare: transport.spare,
    mostOfAGroup: mostPerHost,
    groupOf: ({ host }) => host,
    lease: (busyHosts, inHand) => leaseMail(db, busyHosts, inHand),
    send: (mail, shutdown) => send(mail, deps, shutdown),
    async idle() {
      if (performance.now() < tidyAt) return;
      tidyAt = performance.now() + tidyMs;
      await removeFilesOfGoneMails(transport.folder, db);
    },
  });
  return {
    async stop() {
      await worker.stop();
      transport.close();
    },
  };
}

type Sending = {
  db: Database;
  transport: MailTransport;
  /** Those that the HTML of a mail names. Never rejects. */
  pictures: (html: string) => Promise<MailPicture[]>;
  log: Log;
};

async function send(mail: LeasedMail, { db, transport, pictures, log }: Sending, shutdown: AbortSignal): Promise<void> {
  const late = new AbortController();
  let patience = setTimeout(() => late.abort(), sendMs);
  const awaitVerdict = () => {
    clearTimeout(patience);
    patience = setTimeout(() => late.abort(), verdictMs);
  };
  const renewal = setInterval(() => {
    renewLease(db, mail).catch((error) => log.warn({ error, mail: mail.id }, 'could not renew the lease of a mail'));
  }, renewMs);
  try {
    const whole = { ...mail, pictures: await pictures(mail.html) };
    await transport.send(whole, AbortSignal.any([late.signal, shutdown]), awaitVerdict);
  } catch (error) {
    // Only codes: the server's text may quote addresses. It is stored with the mail.
    const { code, responseCode, message } = error as { code?: string; responseCode?: number; message?: string };
    const about = { mail: mail.id, purpose: mail.purpose, attempt: mail.attempts, code, responseCode };
    if (shutdown.aborted && code === 'EABORT') {
      await returnLease(db, mail);
      log.info(about, 'mail broken off, the next start sends it');
      return;
    }
    const reason = late.signal.aborted ? 'The mail server took too long.' : String(message ?? error);
    const refused = isRefusal(error);
    const givenUp = await recordFailure(db, mail, { reason, refused });
    const outcome = refused ? 'mail refused' : 'mail not sent';
    log.warn(about, `${outcome}, ${givenUp ? 'given up' : 'will retry'}`);
    return;
  } finally {
    clearTimeout(patience);
    clearInterval(renewal);
  }
  await recordDelivery(db, mail);
  log.info({ mail: mail.id, purpose: mail.purpose }, 'mail sent');
}
