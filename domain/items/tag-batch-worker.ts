import { setTimeout } from 'node:timers/promises';
import { type QueueWorker, startQueueWorker } from '../../server/queue-worker.ts';
import type { Services } from '../../server/services.ts';
import { findWaitingTagBatch, makeSomeTags } from './tag-batches.ts';

/** Between two transactions, for everybody else. */
const pauseMs = 20;
const afterFailureMs = 5_000;

/** Makes the tags of batches that wait, a few at a time. What a crash interrupts goes on where it was. */
export function startTagBatchWorker(deps: Pick<Services, 'db' | 'events' | 'log'>): QueueWorker {
  return startQueueWorker<{ id: string }>({
    ...deps,
    of: 'batch of tags',
    wakes: 'tag-batch',
    most: 1,
    mostOfAGroup: 1,
    groupOf: ({ id }) => id,
    lease: () => findWaitingTagBatch(deps),
    send: async ({ id }, shutdown) => {
      const wait = (ms: number) => setTimeout(ms, undefined, { signal: shutdown }).catch(() => undefined);
      try {
        await makeSomeTags(id, deps);
        await wait(pauseMs);
      } catch (error) {
        deps.log.error({ error, batch: id }, 'could not make tags of a batch');
        await wait(afterFailureMs);
      }
    },
  });
}
