import type { PasswordCost } from './auth/password.ts';
import type { DeletionLog } from './backup/deletion-log.ts';
import type { ScheduledBackups } from './backup/scheduled-backups.ts';
import type { Settings } from './db/settings.ts';
import type { Database } from './db/tables.ts';
import type { Env } from './env.ts';
import type { Events } from './events/events.ts';
import type { FileStore } from './files/file-store.ts';
import type { Limits } from './limits/limits.ts';
import type { Log } from './log.ts';
import type { OutgoingRules } from './outgoing/post-outside.ts';
import type { Payments } from './payments/provider.ts';
import type { Keys } from './secret.ts';
import type { Death } from './sign-of-life.ts';

type OfEnv =
  | 'filesBytesPerAccount'
  | 'publicUrl'
  | 'brand'
  | 'map'
  | 'mailQuotesFinders'
  | 'bounces'
  | 'webhook'
  | 'adminEmail'
  | 'maintenanceExemptHosts';

export type Services = Pick<Env, OfEnv> & {
  db: Database;
  events: Events;
  files: FileStore;
  keys: Keys;
  limits: Limits;
  log: Log;
  settings: Settings;
  passwordCost: PasswordCost;
  outgoing: OutgoingRules;
  /** Takes payments by card. Undefined: buyers pay by transfer alone. */
  payments: Payments | undefined;
  deletions: DeletionLog;
  backups: ScheduledBackups | undefined;
  machine: Machine;
};

type Machine = {
  dataDir: string;
  otherFolders: { files?: string; temporary?: string };
  database: 'embedded' | 'external';
  /** Whether what was signed before is void: the secret is another than the database was used with. */
  secretReplaced: boolean;
  mailServer: boolean;
  lastDeath?: Death | undefined;
};
