/** Ends after so long, or with `signal`. Also in browsers without `AbortSignal.timeout` or `AbortSignal.any`. */
export function timeLimit(ms: number, signal?: AbortSignal): AbortSignal {
  const limit = AbortSignal.timeout ? AbortSignal.timeout(ms) : endingIn(ms);
  if (!signal) return limit;
  const end = new AbortController();
  for (const each of [signal, limit]) {
    if (each.aborted) end.abort(each.reason);
    each.addEventListener('abort', () => end.abort(each.reason), { once: true });
  }
  return end.signal;
}

function endingIn(ms: number): AbortSignal {
  const end = new AbortController();
  setTimeout(() => end.abort(new DOMException('The time is up.', 'TimeoutError')), ms);
  return end.signal;
}
