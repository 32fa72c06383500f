/** Joins questions that arrive while one is running, so that only one statement runs at a time. */
export function inBatches<Key, Value>(most: number, ask: (keys: Key[]) => Promise<Map<Key, Value>>) {
  type Waiting = { key: Key; resolve(value: Value | undefined): void; reject(error: unknown): void };
  const waiting: Waiting[] = [];
  let asking = false;

  const work = async () => {
    asking = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most);
      try {
        const answers = await ask([...new Set(batch.map(({ key }) => key))]);
        for (const { key, resolve } of batch) resolve(answers.get(key));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    asking = false;
  };
  return (key: Key): Promise<Value | undefined> =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      // Waits for the other questions of this turn of the event loop.
      if (!asking) setImmediate(() => asking || void work());
    });
}
