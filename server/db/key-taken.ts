import { DatabaseError } from 'pg';

const uniqueViolation = '23505';

/** Whether something else was made with the idempotency key before. */
export function isKeyTaken(error: unknown): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === uniqueViolation &&
    error.constraint?.endsWith('_creation_key_key') === true
  );
}
