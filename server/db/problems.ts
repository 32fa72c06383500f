import { type Log, say } from '../log.ts';
import { OperatorError } from '../operator-error.ts';

/** Sockets, name servers and PostgreSQL: connection lost, no room, too many clients, shutting down, timeout, read-only, login no longer valid. */
const away =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|08...|53...|57P0.|57014|25006|28...|3D000)$/;

const broken =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/;

export class DatabaseUnanswered extends Error {}

export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseUnanswered) return true;
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  const noSocket = code === 'ENOENT' && syscall === 'connect';
  return noSocket || away.test(String(code)) || broken.test(message);
}

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

type Ask = (query: string) => Promise<{ rows: unknown[] }>;

const inUtf8 = 'UTF8';
/** Stores what it is given: with it Handback works, but searches tell “Ä” from “ä”. */
const storesBytes = 'SQL_ASCII';
const advice = `Make one with: create database … encoding 'UTF8' locale 'C.UTF-8' template template0`;

/** What is wrong with how the database stores or compares letters, in a sentence; undefined when searches find what they should. */
export async function findWrongLetters(ask: Ask): Promise<string | undefined> {
  const encoding = await readEncoding(ask);
  if (encoding !== inUtf8) return `The database has the encoding ${encoding}.`;
  const { rows } = await ask(`select lower('ÄI') as lowered`);
  const [{ lowered }] = rows as [{ lowered: string }];
  return lowered === 'äi' ? undefined : `The database makes “${lowered}” of “ÄI” in small letters, not “äi”.`;
}

/** In another encoding letters are missing. @throws OperatorError */
export async function refuseOtherEncoding(ask: Ask): Promise<void> {
  const encoding = await readEncoding(ask);
  if (![inUtf8, storesBytes].includes(encoding))
    throw new OperatorError(`The database at DATABASE_URL has the encoding ${encoding}. ${advice}`);
}

/** Before a database is filled. @throws OperatorError */
export async function refuseWrongLetters(ask: Ask): Promise<void> {
  const wrong = await findWrongLetters(ask);
  if (wrong) throw new OperatorError(`${wrong} Searches would miss what they should find. ${advice}`);
}

/** One that is in use is not refused. */
export async function nameWrongLetters(ask: Ask, log: Log): Promise<void> {
  const wrong = await findWrongLetters(ask);
  if (!wrong) return;
  say(
    `${wrong} Searches miss what they should find. ${advice}. Then move there by npm run backup and npm run restore.`,
  );
  log.error({ wrong }, 'the database does not know all letters');
}

async function readEncoding(ask: Ask): Promise<string> {
  const { rows } = await ask(`select current_setting('server_encoding') as encoding`);
  return (rows as [{ encoding: string }])[0].encoding;
}
