import type { ColumnType, Generated } from 'kysely';
import type { Stamp } from './stamps.ts';

export type ContactTables = {
  contactRequests: {
    id: string;
    uid: string | null;
    /** May be empty. */
    name: string;
    email: string;
    topic: 'tag' | 'order' | 'account' | 'data' | 'abuse' | 'else';
    text: string;
    /** Of name and text, to be searched; the database makes them. */
    words: ColumnType<string, never, never>;
    /** In which the sender reads. */
    language: string;
    /** Why it looks like a robot's. */
    heldReason: 'too-many' | 'no-form' | 'hidden-field' | null;
    creationKey: string;
    createdAt: Stamp;
    settledAt: Date | null;
    /** The administrator; null also when the account is gone. */
    settledBy: ColumnType<string | null, undefined, string | null>;
    decision: ColumnType<'done' | 'answered' | 'closed' | 'spam', undefined, string>;
    /** Of administrators, for themselves. */
    note: Generated<string>;
    /** Of the last answer by email. */
    answerKey: ColumnType<string | null, undefined, string>;
  };
};
