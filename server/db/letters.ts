import type { Log } from '../log.ts';
import { OperatorError } from '../operator-error.ts';
import { say } from '../say.ts';

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
