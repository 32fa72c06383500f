import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { deleteOlder } from '../../server/db/statements.ts';
import type { AuditChanges, AuditValue } from '../../server/db/tables/audit.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { type Act, actSubjects, type SubjectKind } from './contract/actions.ts';

/** The trigger of the table lets nothing be deleted sooner. */
const keptDays = 730;

export type Done = {
  /** The administrator; null: a command on the server. */
  by: { uid: string } | null;
  act: Act;
  /** Where it is not the one of the act. */
  kind?: SubjectKind;
  id: string;
  /** The values before and after by the name of the field, without words that people wrote to each other. */
  changes?: AuditChanges;
};

/** Writes down what an administrator did, in the transaction that does it. */
export async function recordAction(trx: Executor, { by, act, kind, id, changes = {} }: Done): Promise<void> {
  await trx
    .insertInto('auditEntries')
    .values({
      id: randomUUID(),
      byUid: by?.uid ?? null,
      act,
      subjectKind: kind ?? actSubjects[act] ?? '',
      subjectId: id,
      changes: JSON.stringify(changes),
      // The start of the transaction is before it waited for another's act.
      createdAt: sql<Date>`clock_timestamp()`,
    })
    .execute();
}

/** Writes down what an administrator changed of a thing; nothing, when it was so already. */
export async function recordChanges(
  trx: Executor,
  done: Omit<Done, 'changes'>,
  before: object | undefined,
  after: object,
): Promise<void> {
  const changes = changesBetween(before, after);
  if (Object.keys(changes).length > 0) await recordAction(trx, { ...done, changes });
}

/** What differs between two states of a thing. Values that are no plain ones are compared and kept as JSON. */
export function changesBetween(before: object | undefined, after: object): AuditChanges {
  const [old, now] = [(before ?? {}) as Record<string, unknown>, after as Record<string, unknown>];
  const changed = Object.keys(now).filter((field) => plain(old[field]) !== plain(now[field]));
  return Object.fromEntries(changed.map((field) => [field, [plain(old[field]), plain(now[field])]]));
}

function plain(value: unknown): AuditValue {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : (value as AuditValue);
}

export function deleteOldAuditEntries({ db }: Services): Promise<void> {
  return deleteOlder(db, 'audit_entries', 'created_at', keptDays);
}
