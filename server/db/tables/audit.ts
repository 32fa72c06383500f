import type { JSONColumnType } from 'kysely';
import type { Stamp } from './stamps.ts';

export type AuditTables = {
  auditEntries: {
    id: string;
    /** The administrator; null: a command on the server. No foreign key: the entry outlives the account. */
    byUid: string | null;
    act: string;
    subjectKind: string;
    subjectId: string;
    changes: JSONColumnType<AuditChanges>;
    createdAt: Stamp;
  };
};

/** The values before and after, by the name of the field; null where there was none. */
export type AuditChanges = Record<string, [before: AuditValue, after: AuditValue]>;
export type AuditValue = string | number | boolean | null;
