import { setTimeout } from 'node:timers/promises';
import { ask } from '../external-postgres.ts';
import { followPage, freshMs, measureFollowing } from '../following.ts';
import { type Line, openLine } from '../line.ts';
import { disturb, sendFinders } from '../people.ts';
import { type Fault, inSeconds, rowOf } from '../report.ts';
import { openTwoProcesses } from '../world.ts';

export const twoProcesses: Fault = async (scale) => {
  await using world = await openTwoProcesses();
  const { product, other, postgres, path } = world;
  const processKills = Math.ceil(scale.kills / 2);
  const crashes = Math.ceil(scale.kills / 4);
  const load = sendFinders([product.url, other.url], path);
  await disturb([load], processKills, async (time) => {
    const victim = time % 2 ? other : product;
    await victim.kill();
    await load.moreAcknowledged(10);
    await victim.start();
  });
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) await disturb([load], crashes, () => postgres.crash(signal));
  await load.moreAcknowledged(10);
  const fault = `Of two processes one killed, ${processKills} times; their database restarted at once (SIGQUIT) and killed, ${crashes} times each`;
  return [
    await rowOf(fault, world, await load.stop(), scale),
    { fault: 'Two processes after that', ...(await measureFollowing(world, scale.silenceMs)) },
  ];
};

/** What the second process listens with is broken, and then falls silent. */
export const listening: Fault = async ({ silenceMs }) => {
  let line: Line | undefined;
  await using world = await openTwoProcesses({
    way: async (port, stack) => {
      line = stack.use(await openLine(port));
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
  await using world = await openTwoProcesses({ change: 'die-after-update' });
  world.product.signal('SIGUSR2');
  await setTimeout(200);
  const ms = await followPage(world, silenceMs);
  await world.product.ended();
  const [[name] = []] = await ask(world.postgres.administrator, 'select name from items');
  if (name === world.item.name) throw new Error('The process was killed before its change was stored.');
  const fault = 'A process killed between its commit and its notice';
  return [{ fault, seen: `cached page ${inSeconds(ms)}`, held: ms !== undefined && ms <= freshMs }];
};
