import { setTimeout } from 'node:timers/promises';
import { count, type MailPatience } from '../count.ts';
import { sendFinders } from '../finders.ts';
import { type Failure, type MailLine, openMailLine } from '../mail-line.ts';
import { type Fault, inSeconds, isKept, type Row, refusals } from '../report.ts';
import { openWorld } from '../world.ts';

const messages = 10;
const untilSendingMs = 500;
const stopMs = 3_000;

const failures: Record<Failure, string> = {
  hang: 'that takes connections and says nothing',
  refuse: 'that refuses everybody',
  drop: 'that breaks off when it has taken a mail',
};

/** Finders write while the mail server is out of order; then the product is stopped and started, and the mail server mended. */
export const mailServers: Fault = ({ mailPatience }) =>
  Promise.all((Object.keys(failures) as Failure[]).map((kind) => disturbMail(kind, mailPatience)));

async function disturbMail(kind: Failure, mailPatience: MailPatience): Promise<Row> {
  let line: MailLine | undefined;
  await using world = await openWorld({
    wayOfMail: async (url, stack) => {
      line = stack.use(await openMailLine(url));
      return line.url;
    },
  });
  const { product, mailbox, path } = world;
  line?.setFailure(kind);
  const load = sendFinders([product.url], path);
  await load.moreAcknowledged(messages);
  await setTimeout(untilSendingMs);
  const ledger = await load.stop();
  const stoppedIn = await product.stop();
  line?.setFailure(undefined);
  await product.start();
  const counts = await count(ledger, await world.database(), mailbox, mailPatience);
  return {
    fault: `Mail server ${failures[kind]}`,
    counts,
    seen: `ended in ${inSeconds(stoppedIn)} at SIGTERM; sent again: ${refusals(ledger)}`,
    held: isKept(counts) && stoppedIn <= stopMs,
  };
}
