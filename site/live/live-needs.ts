import type { Event } from '../../server/events/changes.ts';
import type { LiveStreams } from '../../server/http/live-streams.ts';

export const administratorsTopic = 'administrators';

/** However much happens, administrators' pages read no more often. */
const pauseMs = 2_000;
/** Behind these stands what may wait for an administrator: an order, a message that is held, a report, a mail, the stock. */
const kinds: Event['kind'][] = ['needs', 'mail', 'conversation', 'products', 'settings'];

/** Tells administrators' pages to read again what waits for them, without saying what it is. */
export function createNeedsNews(streams: LiveStreams) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;

  const tell = () => {
    again = false;
    streams.send(administratorsTopic, 'needs', {});
    timer = setTimeout(() => {
      timer = undefined;
      if (again) tell();
    }, pauseMs);
  };

  return {
    mayHaveChanged({ kind }: Event): void {
      if (!kinds.includes(kind) || streams.count(administratorsTopic) === 0) return;
      if (timer) again = true;
      else tell();
    },
    close: () => clearTimeout(timer),
  };
}
