import type { Maintenance } from '../../domain/settings/contract/schema.ts';
import { readMaintenance } from '../../domain/settings/maintenance.ts';
import type { Event } from '../../server/events/changes.ts';
import type { LiveStreams, Send } from '../../server/http/live-streams.ts';
import type { Services } from '../../server/services.ts';

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

export const everybodyTopic = 'everybody';

export function createMaintenanceNews(streams: LiveStreams, services: Services) {
  let newest: Promise<Maintenance> | undefined;

  /** A change that happens during the read is told instead of what was read. */
  const tell = async (send: Send): Promise<boolean> => {
    if (services.events.freshness() === 'behind') newest = undefined;
    newest ??= readMaintenance(services);
    const read = newest;
    try {
      const maintenance = await read;
      if (newest === read) send('maintenance', maintenance);
      return true;
    } catch (error) {
      if (newest === read) newest = undefined;
      services.log.error({ error }, 'could not tell about maintenance');
      return false;
    }
  };

  return {
    greet: tell,
    async changed(): Promise<void> {
      newest = undefined;
      const told = await tell((type, data) => streams.send(everybodyTopic, type, data));
      if (!told) streams.endAll();
    },
    forget() {
      newest = undefined;
    },
  };
}
