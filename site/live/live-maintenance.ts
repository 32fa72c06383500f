import type { Maintenance } from '../../domain/settings/contract/schema.ts';
import { readMaintenance } from '../../domain/settings/maintenance.ts';
import type { LiveStreams, Send } from '../../server/http/live-streams.ts';
import type { Installation } from '../../server/installation.ts';

/** The topic of every stream. */
export const everybodyTopic = 'everybody';

/** Tells every open page about maintenance: when its stream opens, and at each change (C-4.12). */
export function createMaintenanceNews(streams: LiveStreams, installation: Installation) {
  let newest: Promise<Maintenance> | undefined;

  /** What was overtaken by a change while it was read is not told: the change is. */
  const tell = async (send: Send): Promise<boolean> => {
    if (installation.events.freshness() === 'behind') newest = undefined;
    newest ??= readMaintenance(installation);
    const read = newest;
    try {
      const maintenance = await read;
      if (newest === read) send('maintenance', maintenance);
      return true;
    } catch (error) {
      if (newest === read) newest = undefined;
      installation.log.error({ error }, 'could not tell about maintenance');
      return false;
    }
  };

  return {
    greet: tell,
    async changed(): Promise<void> {
      newest = undefined;
      const told = await tell((type, data) => streams.send(everybodyTopic, type, data));
      // The pages come back and ask anew.
      if (!told) streams.endAll();
    },
    /** Something may have been missed: the next stream is greeted with what is read anew. */
    forget() {
      newest = undefined;
    },
  };
}
