import type { ColumnType, Generated } from 'kysely';
import type { Stamp } from './stamps.ts';

export type ContactTables = {
  contactRequests: {
    id: string;
    uid: string | null;
    name: string;
    email: string;
    topic: 'tag' | 'order' | 'account' | 'data' | 'abuse' | 'else';
    text: string;
    words: ColumnType<string, never, never>;
    language: string;
    heldReason: 'too-many' | 'no-form' | 'hidden-field' | null;
    creationKey: string;
    createdAt: Stamp;
    settledAt: Date | null;
    settledBy: ColumnType<string | null, undefined, string | null>;
    decision: ColumnType<'done' | 'answered' | 'closed' | 'spam', undefined, string>;
    note: Generated<string>;
    answerKey: ColumnType<string | null, undefined, string>;
  };
};
