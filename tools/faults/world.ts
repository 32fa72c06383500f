import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { findRunningPostgres } from '../../server/db/embedded/start.ts';
import type { App } from '../../test/app.ts';
import { freePort } from '../../test/e2e/free-port.ts';
import { temporaryFolder } from '../../test/e2e/started-product.ts';
import { type Mailbox, openMailbox } from '../../test/mailbox.ts';
import { makeItem, makeOwner, type Person } from '../../test/make.ts';
import { Visitor } from '../../test/visitor.ts';
import { built, type Product, startProduct } from '../product.ts';
import { ask, type ExternalPostgres, startExternalPostgres } from './external-postgres.ts';
import type { ChangeName } from './preload.ts';

export type World = AsyncDisposable & {
  folder: string;
  product: Product;
  mailbox: Mailbox;
  owner: Person;
  item: ItemSummary;
  path: string;
  database(): Promise<ClientConfig>;
};

export type TwoProcesses = World & { other: Product; postgres: ExternalPostgres };

type Settings = {
  /** What changes the first process, from SIGUSR2 on. */
  change?: ChangeName | undefined;
  /** The port at which the product reaches the mail server, or the second process the database, at this port. */
  way?: (port: number, stack: AsyncDisposableStack) => Promise<number>;
};

type OneSettings = Settings & {
  env?: Record<string, string>;
  makeDataDir?: ((path: string, stack: AsyncDisposableStack) => Promise<void>) | undefined;
};

export async function openWorld({ env, change, way, makeDataDir }: OneSettings = {}): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const { folder, mailbox } = await begin(stack);
  const dataDir = join(folder, 'data');
  await makeDataDir?.(dataDir, stack);
  const { port } = new URL(mailbox.url);
  const smtpUrl = `smtp://127.0.0.1:${(await way?.(Number(port), stack)) ?? port}`;
  const product = await start(stack, dataDir, { ...env, SMTP_URL: smtpUrl }, change);
  const database = async () => {
    const running = await findRunningPostgres(dataDir);
    if (!running) throw new Error('The embedded database does not run.');
    return running;
  };
  return await settle({ folder, product, mailbox, database }, stack);
}

export async function openTwoProcesses({ change, way }: Settings = {}): Promise<TwoProcesses> {
  await using stack = new AsyncDisposableStack();
  const { folder, mailbox } = await begin(stack);
  const postgres = stack.use(await startExternalPostgres(folder, await freePort()));
  const env = (databasePort: number) => ({
    DATABASE_URL: postgres.urlAt(databasePort),
    SMTP_URL: mailbox.url,
    SECRET: 'one secret for all processes, of sufficient length',
    PUBLIC_URL: 'http://handback.test',
  });
  const port = (await way?.(postgres.port, stack)) ?? postgres.port;
  const product = await start(stack, join(folder, 'first'), env(postgres.port), change);
  const other = await start(stack, join(folder, 'other'), env(port));
  const database = async () => postgres.administrator;
  return { ...(await settle({ folder, product, mailbox, database }, stack)), other, postgres };
}

async function begin(stack: AsyncDisposableStack) {
  const folder = await temporaryFolder((end) => stack.defer(end));
  const mailbox = await openMailbox();
  stack.defer(mailbox.close);
  return { folder, mailbox };
}

async function start(
  stack: AsyncDisposableStack,
  dataDir: string,
  env: Record<string, string>,
  change?: ChangeName,
): Promise<Product> {
  const preload = `${new URL('./preload.ts', import.meta.url)}?${change}`;
  const command = change && ['bin/node', '--import', preload, ...built.slice(1)];
  return stack.use(await startProduct({ dataDir, env, ...(command && { command }) }));
}

async function settle(
  begun: Pick<World, 'folder' | 'product' | 'mailbox' | 'database'>,
  opening: AsyncDisposableStack,
): Promise<World> {
  const { mailbox, product, database } = begun;
  const owner = await makeOwner({ url: product.url, mailbox, visitor: () => visitorAt(product.url) } as unknown as App);
  const item = await makeItem(owner);
  await mailEachMessage(await database());
  const stack = opening.move();
  return { ...begun, owner, item, path: `/item/${item.hash}`, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Mails about messages count as of yesterday: how many one owner gets in an hour is limited, and not what is tried here. */
async function mailEachMessage(database: ClientConfig): Promise<void> {
  await ask(
    database,
    `create function of_yesterday() returns trigger language plpgsql as
     $$ begin new.created_at := now() - interval '25 hours'; return new; end $$`,
  );
  await ask(
    database,
    `create trigger of_yesterday before insert on outgoing_mails for each row
     when (new.purpose like 'new-message%') execute function of_yesterday()`,
  );
}

/** The same person at another process, or somebody new. */
export function visitorAt(url: string, person?: Visitor): Visitor {
  const visitor = new Visitor({ url } as App, '198.51.100.1');
  for (const [name, value] of person?.cookies ?? []) visitor.cookies.set(name, value);
  visitor.token = person?.token;
  return visitor;
}
