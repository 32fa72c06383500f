import { setTimeout } from 'node:timers/promises';
import { count } from '../count.ts';
import { type DatabaseLine, openDatabaseLine } from '../database-line.ts';
import { ask } from '../external-postgres.ts';
import { sendFinders } from '../finders.ts';
import { followPage, freshMs, measureFollowing } from '../following.ts';
import { type Fault, inSeconds, isKept, refusals } from '../report.ts';
import { openTwoProcesses } from '../world.ts';

const messagesBetweenKills = 10;

export const twoProcesses: Fault = async ({ kills, silenceMs, mailPatience }) => {
  await using world = await openTwoProcesses();
  const { product, other, postgres, mailbox, path } = world;
  const processKills = Math.ceil(kills / 2);
  const crashes = Math.ceil(kills / 4);
  const load = sendFinders([product.url, other.url], path);
  const more = () => load.moreAcknowledged(messagesBetweenKills);
  for (let killed = 0; killed < processKills; killed++) {
    await more();
    const victim = killed % 2 ? product : other;
    await victim.kill();
    await more();
    await victim.start();
  }
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    for (let crash = 0; crash < crashes; crash++) {
      await more();
      await postgres.crash(signal);
    }
  }
  await more();
  const ledger = await load.stop();
  const counts = await count(ledger, await world.database(), mailbox, mailPatience);
  const after = await measureFollowing(world, silenceMs);
  const fault = `Of two processes one killed, ${processKills} times; their database restarted at once (SIGQUIT) and killed, ${crashes} times each`;
  return [
    { fault, counts, seen: `sent again: ${refusals(ledger)}`, held: isKept(counts) },
    { fault: 'Two processes after that', ...after },
  ];
};

/** What the second process listens with is broken, and then falls silent. */
export const listening: Fault = async ({ silenceMs }) => {
  let line: DatabaseLine | undefined;
  await using world = await openTwoProcesses({
    wayOfOther: async (port, stack) => {
      line = stack.use(await openDatabaseLine(port));
      return line.port;
    },
  });
  const quiet = await measureFollowing(world, silenceMs);
  line?.cutListening();
  const cut = await measureFollowing(world, silenceMs);
  line?.silenceListening();
  const silent = await measureFollowing(world, silenceMs);
  return [
    { fault: 'Two processes, nothing wrong', ...quiet },
    { fault: 'Its connection for events broken, the second process', ...cut },
    { fault: 'Its connection for events silent, the second process', ...silent },
  ];
};

/** The first process stores a change of an item and dies before it tells of it; the second has the item's page in its cache. */
export const killedBeforeNotifying: Fault = async ({ silenceMs }) => {
  await using world = await openTwoProcesses({ preload: 'die-after-update.ts' });
  world.product.signal('SIGUSR2');
  await setTimeout(200);
  const ms = await followPage(world, silenceMs);
  await world.product.ended();
  const [[name] = []] = await ask(world.postgres.administrator, 'select name from items');
  if (name === world.item.name) throw new Error('The process was killed before its change was stored.');
  const fault = 'A process killed between its commit and its notice';
  return [{ fault, seen: `cached page ${inSeconds(ms)}`, held: ms !== undefined && ms <= freshMs }];
};
