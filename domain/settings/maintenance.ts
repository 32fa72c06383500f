import { sql } from 'kysely';
import type { Services } from '../../server/services.ts';
import { recordChanges } from '../audit/record-action.ts';
import { defaultMaintenanceMessage } from './contract/default-maintenance-message.ts';
import type { Maintenance, MaintenanceChange } from './contract/schema.ts';
import { isExemptHost } from './exempt-host.ts';

export const maintenanceRetrySeconds = 120;

type Stored = Omit<Maintenance, 'exempt'>;

const defaults: Stored = { enabled: false, message: defaultMaintenanceMessage, keepTagPagesOpen: false };

export async function readMaintenance(services: Services): Promise<Maintenance> {
  const stored = (await services.settings.read('maintenance')) as Partial<Stored> | undefined;
  return { ...defaults, ...stored, exempt: isExempt(services) };
}

/** Changes the setting and tells every process and open page (C-4.12). Parallel changes of different fields both count. @param admin null: a command on the server */
export async function changeMaintenance(admin: { uid: string } | null, change: MaintenanceChange, services: Services) {
  const value = sql`${JSON.stringify(change)}::jsonb`;
  await services.events.transaction(async (trx, publish) => {
    const stored = trx.selectFrom('settings').select('value').where('key', '=', 'maintenance').forUpdate();
    const before = { ...defaults, ...((await stored.executeTakeFirst())?.value as Partial<Stored> | undefined) };
    await trx
      .insertInto('settings')
      .values({ key: 'maintenance', value })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ value: sql`settings.value || excluded.value`, updatedAt: new Date() }),
      )
      .execute();
    await recordChanges(trx, { by: admin, act: 'setMaintenance', id: 'maintenance' }, before, { ...before, ...change });
    publish({ kind: 'settings' });
  });
  services.log.info({ uid: admin?.uid, enabled: change.enabled }, 'maintenance changed');
  return readMaintenance(services);
}

type SitePart = 'tag-pages' | 'rest';

/** The message for everybody but administrators instead of each part (C-4.13); null when it is open (C-4.17). */
export type ClosedParts = Record<SitePart, string | null>;

/** Undefined when unknown. */
export async function readClosedParts(services: Services): Promise<ClosedParts | undefined> {
  if (isExempt(services)) return { 'tag-pages': null, rest: null };
  try {
    const { enabled, message, keepTagPagesOpen } = await readMaintenance(services);
    const rest = enabled ? message : null;
    return { 'tag-pages': keepTagPagesOpen ? null : rest, rest };
  } catch (error) {
    services.log.error({ error }, 'could not check maintenance');
    return undefined;
  }
}

/** Uses PUBLIC_URL. Anybody can write the Host header. */
function isExempt({ publicUrl, maintenanceExemptHosts }: Services): boolean {
  return isExemptHost(new URL(publicUrl).hostname, maintenanceExemptHosts);
}
