import type { Maintenance } from '../../domain/settings/contract/schema.ts';
import { readMaintenance } from '../../domain/settings/maintenance.ts';
import type { LiveStreams, Send } from '../../server/http/live-streams.ts';
import type { Services } from '../../server/services.ts';

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
