import { createServer } from 'node:http';
import { join } from 'node:path';
import { watchIdleSessions } from './domain/accounts/idle-sessions.ts';
import { startTagBatchWorker } from './domain/items/make-tags.ts';
import { startSchedule } from './domain/schedule.ts';
import { withTimeout } from './server/concurrency.ts';
import { readEnv } from './server/env.ts';
import { limitConnections, requireOpenFiles, serverOptions } from './server/http/connections.ts';
import { createLog, say } from './server/log.ts';
import { startMailWorker } from './server/mail/mail-worker.ts';
import { openServices } from './server/open-services.ts';
import { explain, OperatorError } from './server/operator-error.ts';
import { startRequestWorker } from './server/outgoing/requests.ts';
import { giveSignsOfLife, type SignsOfLife } from './server/sign-of-life.ts';
import { createSite } from './site/create-site.ts';
import { readAssets } from './site/http/assets.ts';
import { mailPictures } from './site/social/mail-pictures.tsx';

const clientDir = join(import.meta.dirname, '../client');
/** No page and no call takes longer. */
const drainMs = 5_500;
/** For all of the stop, whatever hangs: a container is killed after 10 seconds. */
const stopMs = 7_500;
const sweepMs = 50;
/** Where the server ends by itself, other than by a refusal to start: `bin/keep-running` starts it again. */
const diedCode = 70;
/** Many clients reconnect at once after a restart. */
const backlog = 4_096;

async function start(): Promise<void> {
  // A start that is broken off has nothing to finish.
  let stop = () => Promise.resolve();
  let stopping: Promise<void> | undefined;
  // From the beginning: the first process of a container gets no signal that it does not listen to.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stopping ??= stop().then(
        () => process.exit(0),
        (error) => fail(error),
      );
    });
  }

  const env = readEnv(process.env);
  const log = createLog(env.logLevel);
  const connections = requireOpenFiles();
  const { services, background, transport, readiness, servesPages, exited, close } = await openServices(env, log);
  let life: SignsOfLife | undefined;
  const die = (error: unknown) => {
    life?.died(explain(error).split('\n', 1)[0] ?? '');
    fail(error, diedCode);
  };
  process.on('uncaughtException', die);
  const site = createSite(services, {
    assets: await readAssets(clientDir),
    clientDir,
    trustProxy: env.trustProxy,
    metricsToken: env.metricsToken,
    readiness: () => (stopping ? Promise.resolve('stopping') : readiness()),
    servesPages: () => (stopping ? Promise.resolve('stopping') : servesPages()),
  });
  const mail = startMailWorker({ ...background, transport, pictures: mailPictures(background) });
  const requests = startRequestWorker(background);
  const batches = startTagBatchWorker(background);
  const schedule = startSchedule(background);
  const idleSessions = watchIdleSessions(site.openSessions, services);
  const server = createServer(serverOptions, site.listener);
  server.on('clientError', site.unreadable);

  stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    idleSessions.stop();
    const written = site.close();
    // Closes connections again and again, because some become idle only after their last answer.
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
    const impatient = setTimeout(() => server.closeAllConnections(), drainMs);
    const drained = closed.then(() => {
      clearInterval(sweep);
      clearTimeout(impatient);
    });
    const ended = Promise.all([drained, written, mail.stop(), requests.stop(), batches.stop(), schedule.stop()]).then(
      close,
    );
    await withTimeout(stopMs, ended, undefined);
    life?.stopped();
  };
  exited.then((reason) => stopping ?? die(new OperatorError(reason)));

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: env.port, backlog }, resolve);
  }).catch(async (error) => {
    await Promise.all([mail.stop(), requests.stop(), batches.stop(), schedule.stop()]);
    await close();
    if (error.code === 'EACCES') throw new OperatorError(`Port ${env.port} needs more rights. Set PORT above 1023.`);
    if (error.code !== 'EADDRINUSE') throw error;
    throw new OperatorError(`Port ${env.port} is taken by another program. Stop it, or set PORT to another number.`);
  });
  if (stopping) return;
  // Not before the port is its own: another server there lives.
  life = giveSignsOfLife(env, log);
  services.machine.lastDeath = life.lastDeath;
  limitConnections(server, connections, log);
  say(`Handback is ready at ${env.publicUrl}`);
}

function fail(error: unknown, code = 1): never {
  say(explain(error));
  process.exit(code);
}

start().catch((error) => fail(error));
