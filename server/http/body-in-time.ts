import { withTimeout } from '../with-timeout.ts';

/** The bytes that a body must bring in each half minute, or in its last part of one. */
export const leastBytes = { form: 1_000, file: 8_000 };

const windowMs = 30_000;

/** The body as it arrives. Only the time in which it is waited for counts. @throws when it is cut off, or its sender is too slow */
export async function* bodyInTime(request: Request, kind: keyof typeof leastBytes): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader();
  if (!reader) return;
  let missing = leastBytes[kind];
  let leftMs = windowMs;
  try {
    for (;;) {
      const since = performance.now();
      const read = await withTimeout(leftMs, reader.read(), 'late' as const);
      if (read === 'late') throw new Error('The body came too slowly.');
      if (read.done) return;
      leftMs -= performance.now() - since;
      missing -= read.value.length;
      if (missing <= 0) [missing, leftMs] = [leastBytes[kind], windowMs];
      yield read.value;
    }
  } finally {
    // Cancelling would close the connection before the sender has the answer.
    reader.releaseLock();
  }
}
