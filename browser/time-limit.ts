/** Ends after so long, or with `signal`. Also in browsers without `AbortSignal.timeout` or `AbortSignal.any`. */
export function timeLimit(ms: number, signal?: AbortSignal): AbortSignal {
  const limit = AbortSignal.timeout?.(ms);
  const end = new AbortController();
  if (!limit) setTimeout(() => end.abort(new DOMException('', 'TimeoutError')), ms);
  for (const each of [signal, limit]) {
    if (each?.aborted) end.abort(each.reason);
    each?.addEventListener('abort', () => end.abort(each.reason));
  }
  return end.signal;
}

/** The answer, if it comes in time. Some parts of some browsers never answer. @throws after so long */
export function within<Answer>(ms: number, answer: Promise<Answer>, onSilence?: () => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => {
      onSilence?.();
      reject(new Error('It did not arrive in time.'));
    }, ms);
    answer.finally(() => clearTimeout(limit)).then(resolve, reject);
  });
}
