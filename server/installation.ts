import type { Settings } from './db/settings.ts';
import type { Database } from './db/tables.ts';
import type { Events } from './events/events.ts';
import type { Limits } from './limits/limits.ts';
import type { Log } from './log.ts';
import type { Keys } from './secret.ts';

/** The running installation: what every verb of the product works with. */
export type Installation = {
  db: Database;
  events: Events;
  keys: Keys;
  limits: Limits;
  log: Log;
  settings: Settings;
  /** Origin under which the world reaches it, without a slash at the end. */
  publicUrl: string;
  /** Becomes administrator when this address is verified. */
  adminEmail: string | undefined;
  /** Host names that maintenance leaves alone, besides those that it always does. */
  maintenanceExemptHosts: readonly string[];
};
