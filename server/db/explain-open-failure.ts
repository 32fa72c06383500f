import { OperatorError } from '../operator-error.ts';
import { isDatabaseAway } from './database-away.ts';

const given: Record<string, string> = {
  '3D000': 'The database named in DATABASE_URL does not exist. Create it, or correct the name.',
  '28P01': 'The database refuses the user or the password in DATABASE_URL. Correct them.',
  '28000':
    'The database lets nobody in as the user in DATABASE_URL. Create the user, correct the name, or allow it in pg_hba.conf.',
  '42501': 'The user in DATABASE_URL may not make tables in that database. Make it the owner of the database.',
  '25006': 'The database at DATABASE_URL can only be read. Give the address of the one that is written to.',
  '53100': 'The disk of the database at DATABASE_URL is full. Make room, then start Handback again.',
  '53300': 'The database at DATABASE_URL has no connection left. Allow it more (max_connections), or close others.',
};

export function explainOpenFailure(error: unknown, { connected }: { connected: boolean }): unknown {
  if (!(error instanceof Error) || error instanceof OperatorError) return error;
  const words = given[(error as NodeJS.ErrnoException).code ?? ''];
  if (words) return new OperatorError(words);
  if (isDatabaseAway(error) && !isRefusedByPooler(error)) {
    return new OperatorError('The database at DATABASE_URL does not answer. Start it, or correct the address.');
  }
  if (connected) return error;
  return new OperatorError(`The database at DATABASE_URL cannot be used (${error.message}). Correct the address.`);
}

/** Poolers refuse a name, a password or what they do not support with this code, and say why. */
function isRefusedByPooler(error: NodeJS.ErrnoException): boolean {
  return error.code === '08P01';
}
