import type { QueryResult } from 'pg';
import { OperatorError } from '../operator-error.ts';

type Asked = { query(text: string): Promise<QueryResult> };

/** In another encoding letters are missing; SQL_ASCII stores what it is given. @throws OperatorError */
export async function refuseOtherEncoding(database: Asked): Promise<void> {
  const { rows } = await database.query('show server_encoding');
  const encoding = rows[0]?.server_encoding;
  if (['UTF8', 'SQL_ASCII'].includes(encoding)) return;
  throw new OperatorError(
    `The database at DATABASE_URL has the encoding ${encoding}. Make one with UTF8: create database … encoding 'UTF8' template template0`,
  );
}
