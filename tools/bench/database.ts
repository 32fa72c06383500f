import { join } from 'node:path';
import { Client } from 'pg';

/** The database of the installation, beside the running server. */
export async function openDatabase(dataDir: string): Promise<Client & AsyncDisposable> {
  const client = new Client({ host: join(dataDir, 'postgres-socket'), user: 'handback', database: 'handback' });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}
