import type { Database } from '../db/tables.ts';
import type { Events } from '../events/events.ts';
import type { Log } from '../log.ts';
import { removeFilesOfGoneMails } from './mail-folder.ts';
import { type LeasedMail, leaseMail, leaseSeconds, recordDelivery, recordFailure, returnLease } from './mail-queue.ts';
import { isRefusal } from './refusal.ts';
import { type MailTransport, mostAtOnce } from './transport.ts';

const mostPerHost = 2;
const sendMs = (leaseSeconds - 5) * 1000;
const graceMs = 1_000;
const pollMs = 5_000;
const tidyMs = 60_000;

export type MailWorker = {
  stop(): Promise<void>;
};

/** At most 10 at a time, 2 of them to one domain, which counts even with a smarthost: it may be slow for one domain only. */
export function startMailWorker(deps: {
  db: Database;
  events: Events;
  transport: MailTransport;
  log: Log;
}): MailWorker {
  const { db, events, transport, log } = deps;
  const inProgress = new Set<{ host: string; done: Promise<void> }>();
  const shutdown = new AbortController();
  let stopped = false;
  let wakeUp = () => {};
  let tidyAt = 0;

  const busyHosts = () => {
    const hosts = Map.groupBy(inProgress, ({ host }) => host);
    return [...hosts].flatMap(([host, { length }]) => (length < mostPerHost ? [] : host));
  };

  const begin = (mail: LeasedMail) => {
    const done = send(mail, deps, shutdown.signal)
      .catch((error) => log.error({ error, mail: mail.id }, 'could not note what became of a mail'))
      .finally(() => {
        inProgress.delete(sending);
        wakeUp();
      });
    const sending = { host: mail.host, done };
    inProgress.add(sending);
  };

  const work = async () => {
    while (!stopped) {
      const awake = new Promise<void>((resolve) => {
        wakeUp = resolve;
      });
      try {
        while (!stopped && inProgress.size < mostAtOnce) {
          const mail = await leaseMail(db, busyHosts());
          if (!mail) break;
          begin(mail);
        }
        if (performance.now() >= tidyAt) {
          tidyAt = performance.now() + tidyMs;
          await removeFilesOfGoneMails(transport.folder, db);
        }
      } catch (error) {
        log.error({ error }, 'could not read the mail queue or tidy its folder');
      }
      const timer = setTimeout(wakeUp, pollMs);
      if (!stopped) await awake;
      clearTimeout(timer);
    }
  };
  const unsubscribe = events.subscribe((event) => {
    if (event.kind === 'mail' || event.kind === 'resync') wakeUp();
  });
  const working = work();
  return {
    async stop() {
      stopped = true;
      unsubscribe();
      wakeUp();
      const graceTimer = setTimeout(() => shutdown.abort(), graceMs);
      await working;
      await Promise.all([...inProgress].map(({ done }) => done));
      clearTimeout(graceTimer);
      transport.close();
    },
  };
}

async function send(
  mail: LeasedMail,
  { db, transport, log }: { db: Database; transport: MailTransport; log: Log },
  shutdown: AbortSignal,
): Promise<void> {
  const late = AbortSignal.timeout(sendMs);
  try {
    await transport.send(mail, AbortSignal.any([late, shutdown]));
  } catch (error) {
    // Only codes: the server's text may quote addresses. It is stored with the mail.
    const { code, responseCode, message } = error as { code?: string; responseCode?: number; message?: string };
    const about = { mail: mail.id, purpose: mail.purpose, attempt: mail.attempts, code, responseCode };
    if (shutdown.aborted && code === 'EABORT') {
      await returnLease(db, mail);
      log.info(about, 'mail broken off, the next start sends it');
      return;
    }
    const reason = late.aborted ? 'The mail server took too long.' : String(message ?? error);
    const refused = isRefusal(error);
    const givenUp = await recordFailure(db, mail, { reason, refused });
    const outcome = refused ? 'mail refused' : 'mail not sent';
    log.warn(about, `${outcome}, ${givenUp ? 'given up' : 'will retry'}`);
    return;
  }
  await recordDelivery(db, mail);
  log.info({ mail: mail.id, purpose: mail.purpose }, 'mail sent');
}
