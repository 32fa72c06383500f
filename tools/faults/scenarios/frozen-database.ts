import { setTimeout } from 'node:timers/promises';
import { count } from '../count.ts';
import { answer, sendFinders } from '../finders.ts';
import { type Fault, inSeconds, isKept, refusals } from '../report.ts';
import { openTwoProcesses, visitorAt } from '../world.ts';

const postMs = 5_000;
const readyMs = 2_000;

export const frozenDatabase: Fault = async ({ silenceMs, mailPatience }) => {
  await using world = await openTwoProcesses();
  const { product, other, postgres, mailbox, path } = world;
  const finder = visitorAt(product.url);
  await answer(finder, path);
  const load = sendFinders([product.url, other.url], path);
  await load.moreAcknowledged(20);
  postgres.freeze();
  const thawed = setTimeout(silenceMs).then(postgres.thaw);
  const [post, ready, page] = await Promise.all([
    timed(() => answer(finder, path, { text: 'Sent while nothing answers' })),
    timed(() => answer(visitorAt(product.url), '/readyz')),
    timed(() => answer(visitorAt(product.url), path)),
  ]);
  await thawed;
  const ledger = await load.stop();
  if (post.status === 303) ledger.acknowledged.add('Sent while nothing answers');
  const counts = await count(ledger, await world.database(), mailbox, mailPatience);
  const said = [`post ${post.words}`, `/readyz ${ready.words}`, `cached page ${page.words}`];
  return [
    {
      fault: `External database frozen for ${inSeconds(silenceMs)}`,
      counts,
      seen: `${said.join(', ')}; sent again: ${refusals(ledger)}`,
      held: isKept(counts) && post.ms <= postMs && ready.ms <= readyMs && page.status === 200 && page.ms <= readyMs,
    },
  ];
};

async function timed(ask: () => Promise<number | undefined>) {
  const startedAt = performance.now();
  const status = await ask();
  const ms = performance.now() - startedAt;
  return { status, ms, words: `${status ?? 'unanswered'} after ${inSeconds(ms)}` };
}
