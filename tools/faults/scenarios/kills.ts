import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { count } from '../count.ts';
import { sendFinders } from '../finders.ts';
import type { Product } from '../product.ts';
import { type Fault, isKept, type Row, refusals, type Scale } from '../report.ts';
import { openWorld, type World } from '../world.ts';

const messagesBetweenKills = 10;

export const killApp: Fault = async (scale) => {
  await using world = await openWorld();
  return [await killUnderLoad(`App killed ${scale.kills} times`, world, scale, killAndStart)];
};

/** The embedded database alone is killed: the app ends, and is started again as a service manager does. */
export const killDatabase: Fault = async (scale) => {
  await using world = await openWorld();
  const kills = Math.ceil(scale.kills / 2);
  const killPostgres = async (product: Product) => {
    process.kill(await postmasterPid(world), 'SIGKILL');
    await product.ended();
    await product.start();
  };
  return [await killUnderLoad(`Embedded database killed ${kills} times`, world, { ...scale, kills }, killPostgres)];
};

/** The control: the same kills of an app that acknowledges before the commit. A run that sees no loss here counts wrong. */
export const answerBeforeCommit: Fault = async (scale) => {
  await using world = await openWorld({ preload: 'answer-before-commit.ts' });
  const fault = `Control, app answers before the commit, killed ${scale.kills} times: must lose`;
  const arm = (product: Product) => product.signal('SIGUSR2');
  arm(world.product);
  const row = await killUnderLoad(fault, world, scale, async (product) => {
    await killAndStart(product);
    arm(product);
  });
  return [{ ...row, held: (row.counts?.lost ?? 0) > 0 }];
};

async function killAndStart(product: Product): Promise<void> {
  await product.kill();
  await product.start();
}

async function killUnderLoad(
  fault: string,
  world: World,
  { kills, mailPatience }: Scale,
  kill: (product: Product) => Promise<void>,
): Promise<Row> {
  const load = sendFinders([world.product.url], world.path);
  for (let killed = 1; killed <= kills; killed++) {
    await load.moreAcknowledged(messagesBetweenKills);
    await setTimeout((killed * 7) % 50);
    await kill(world.product);
  }
  const ledger = await load.stop();
  const counts = await count(ledger, await world.database(), world.mailbox, mailPatience);
  return { fault, counts, seen: `sent again: ${refusals(ledger)}`, held: isKept(counts) };
}

async function postmasterPid({ database }: World): Promise<number> {
  const { host } = await database();
  return Number.parseInt(await readFile(`${host}/../postgres/postmaster.pid`, 'utf8'), 10);
}
