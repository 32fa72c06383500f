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
