import type { Site } from './site.ts';
import type { SiteContext } from './visitor.ts';

/** A browser that takes nothing for this long is held to be gone. */
const stallMs = 30_000;

/** Passes a file on as the browser takes it. What breaks off, breaks the connection: a file that is not whole does not look whole. */
export function streamToBrowser(
  file: ReadableStream<Uint8Array>,
  what: string,
  c: SiteContext,
  site: Site,
): ReadableStream<Uint8Array> {
  const { log } = site.services;
  const { outgoing } = c.env;
  // What is ready waits here until the browser takes it: the database may take its time before.
  let stalled: NodeJS.Timeout | undefined;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      clearTimeout(stalled);
      controller.enqueue(bytes);
      stalled = setTimeout(() => outgoing.writableNeedDrain && outgoing.destroy(), stallMs);
    },
  });
  file
    // The connection breaks instead.
    .pipeTo(writable, { preventAbort: true })
    .catch((error) => {
      if (outgoing.destroyed) log.info(`${what} broke off`);
      else log.error({ error }, `${what} failed`);
      outgoing.destroy();
    })
    .finally(() => clearTimeout(stalled));
  return readable;
}
