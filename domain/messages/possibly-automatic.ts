import { sql } from 'kysely';

/** Whether a program may have sent it. Browsers without cookies are people's too, so `no-form` alone says too little. */
export function isPossiblyAutomatic(heldReason: string | null): boolean {
  return heldReason === 'too-many' || heldReason === 'hidden-field';
}

/** The same in SQL. */
export const possiblyAutomatic = sql<boolean>`held_reason in ('too-many', 'hidden-field')`;

/** The words of the index `web_messages_held_unread`. */
export const isHeldAndUnread = sql<boolean>`${possiblyAutomatic} and not read_by_owner`;
