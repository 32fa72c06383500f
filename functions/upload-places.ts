import { limitConcurrency, limitConcurrencyByKey } from '../server/concurrency.ts';

/** Shorter than a browser waits for the answer. */
const longestWaitMs = 15_000;

// Each is a file on this disk. Behind a slow sender wait other files of the same account, then of the same network, never those of others.
const ofAccount = limitConcurrencyByKey({ atOnce: 5, mostWaiting: 10 });
const ofNetwork = limitConcurrencyByKey({ atOnce: 8, mostWaiting: 30 });
const ofAll = limitConcurrency({ atOnce: 50, mostWaiting: 300 });

export type Sender = { uid?: string | undefined; networkKey: string };

/** Waits for a place for a file that is received. @returns what frees it @throws TooBusy when there is none within 15 seconds */
export async function takeUploadPlace({ uid, networkKey }: Sender): Promise<() => void> {
  const until = performance.now() + longestWaitMs;
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
  await new Promise<void>((resolve, reject) => {
    const hold = () => {
      resolve();
      return isFree;
    };
    const inNetwork = () => ofNetwork(networkKey, () => ofAll.run(hold, until), until);
    (uid ? ofAccount(uid, inNetwork, until) : inNetwork()).catch(reject);
  });
  return free;
}
