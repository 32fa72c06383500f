/** A network that is back often carries nothing at first. */
const onceMoreMs = [1_000, 3_000, 9_000];

export function whenBack(action: () => void): () => void {
  let timers: ReturnType<typeof setTimeout>[] = [];
  const end = () => {
    for (const timer of timers) clearTimeout(timer);
  };
  const begin = () => {
    end();
    action();
    timers = onceMoreMs.map((ms) => setTimeout(action, ms));
  };
  globalThis.addEventListener?.('online', begin);
  return () => {
    end();
    removeEventListener('online', begin);
  };
}
