/** Asks once at a time, whoever asks, and answers from memory for a while. */
export function rememberFor<Value>(ms: number, ask: () => Promise<Value>): () => Promise<Value> {
  let asked: Promise<Value> | undefined;
  let until = 0;
  return () => {
    if (asked && performance.now() < until) return asked;
    until = Number.POSITIVE_INFINITY;
    asked = ask().finally(() => {
      until = performance.now() + ms;
    });
    return asked;
  };
}
