import type { Events } from './events/events.ts';
import type { Log } from './log.ts';

const graceMs = 1_000;
const pollMs = 5_000;
const slowMs = 10_000;

export type QueueWorker = {
  stop(): Promise<void>;
};

type Options<Task> = {
  events: Events;
  log: Log;
  of: string;
  wakes?: 'mail' | 'tag-batch';
  most: number;
  /** So many more tasks while others are slow. With it, a group has one task while half of the places are taken or one of its tasks is slow. */
  spare?: number;
  mostOfAGroup: number;
  groupOf(task: Task): string;
  /** The task that is due longest, of no busy group. @param inHand the ids of those that this process has: a lease may be over meanwhile */
  lease(busyGroups: string[], inHand: string[]): Promise<Task | undefined>;
  send(task: Task, shutdown: AbortSignal): Promise<void>;
  idle?(): Promise<void>;
};

/** Works at a queue of the database, so many tasks at a time, and few of a group, so that a slow one does not hold up the others. */
export function startQueueWorker<Task extends { id: string }>(options: Options<Task>): QueueWorker {
  const { events, log, of, wakes = 'mail', most, mostOfAGroup, groupOf, lease, send, idle, spare } = options;
  const inProgress = new Set<{ id: string; group: string; since: number; done: Promise<void> }>();
  const shutdown = new AbortController();
  let stopped = false;
  let wakeUp = () => {};

  const isSlow = ({ since }: { since: number }) => performance.now() - since > slowMs;
  const hasPlace = () => {
    const slow = [...inProgress].filter(isSlow).length;
    return inProgress.size - Math.min(slow, spare ?? 0) < most;
  };
  const busyGroups = () => {
    const groups = Map.groupBy(inProgress, ({ group }) => group);
    return [...groups].flatMap(([group, tasks]) => {
      // Where places are few, the first task of a group would take half of them.
      const isBusy = inProgress.size >= Math.max(mostOfAGroup, most / 2);
      const mostNow = spare !== undefined && (isBusy || tasks.some(isSlow)) ? 1 : mostOfAGroup;
      return tasks.length < mostNow ? [] : group;
    });
  };

  const begin = (task: Task) => {
    const done = send(task, shutdown.signal)
      .catch((error) => log.error({ error, id: task.id }, `could not note what became of a ${of}`))
      .finally(() => {
        inProgress.delete(sending);
        wakeUp();
      });
    const sending = { id: task.id, group: groupOf(task), since: performance.now(), done };
    inProgress.add(sending);
  };

  const work = async () => {
    while (!stopped) {
      const awake = new Promise<void>((resolve) => {
        wakeUp = resolve;
      });
      try {
        while (!stopped && hasPlace()) {
          const inHand = Array.from(inProgress, ({ id }) => id);
          const task = await lease(busyGroups(), inHand);
          if (!task) break;
          begin(task);
        }
        await idle?.();
      } catch (error) {
        log.error({ error }, `could not read or tidy the queue of each ${of}`);
      }
      const timer = setTimeout(wakeUp, pollMs);
      if (!stopped) await awake;
      clearTimeout(timer);
    }
  };
  const unsubscribe = events.subscribe((event) => {
    if (event.kind === wakes || event.kind === 'resync') wakeUp();
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
    },
  };
}
