import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { findRunningPostgres } from '../../server/db/embedded/find-running.ts';
import type { App } from '../../test/app.ts';
import { freePort } from '../../test/e2e/free-port.ts';
import { type Mailbox, openMailbox } from '../../test/mailbox.ts';
import { makeItem, makeOwner, type Person } from '../../test/make.ts';
import { Visitor } from '../../test/visitor.ts';
import { ask, type ExternalPostgres, startExternalPostgres } from './external-postgres.ts';
import { type Product, startProduct } from './product.ts';

export type World = AsyncDisposable & {
  folder: string;
  product: Product;
  mailbox: Mailbox;
  owner: Person;
  item: ItemSummary;
  path: string;
  database(): Promise<ClientConfig>;
};

type WorldSettings = {
  preload?: string;
  env?: Record<string, string>;
  makeDataDir?: (path: string, stack: AsyncDisposableStack) => Promise<void>;
  /** The address at which the product reaches the mail server at this address. */
  wayOfMail?: (url: string, stack: AsyncDisposableStack) => Promise<string>;
};

export async function openWorld(settings: WorldSettings = {}): Promise<World> {
  await using opening = new AsyncDisposableStack();
  const { path: folder } = opening.use(await mkdtempDisposable(join(tmpdir(), 'handback-faults-')));
  const dataDir = join(folder, 'data');
  await settings.makeDataDir?.(dataDir, opening);
  const mailbox = await openMailbox();
  opening.defer(mailbox.close);
  const smtpUrl = (await settings.wayOfMail?.(mailbox.url, opening)) ?? mailbox.url;
  const env = { ...settings.env, DATA_DIR: dataDir, SMTP_URL: smtpUrl };
  const { preload } = settings;
  const product = opening.use(await startProduct({ port: await freePort(), env, ...(preload && { preload }) }));
  const { owner, item } = await settle(product, mailbox);
  await mailEachMessage(await embeddedIn(dataDir));
  const stack = opening.move();
  return {
    folder,
    product,
    mailbox,
    owner,
    item,
    path: `/item/${item.hash}`,
    database: () => embeddedIn(dataDir),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

export type TwoProcesses = World & { other: Product; postgres: ExternalPostgres };

type TwoSettings = {
  preload?: string;
  /** The port at which the second one reaches the database at this port. */
  wayOfOther?: (port: number, stack: AsyncDisposableStack) => Promise<number>;
};

export async function openTwoProcesses(settings: TwoSettings = {}): Promise<TwoProcesses> {
  await using opening = new AsyncDisposableStack();
  const { path: folder } = opening.use(await mkdtempDisposable(join(tmpdir(), 'handback-faults-')));
  const mailbox = await openMailbox();
  opening.defer(mailbox.close);
  const postgres = opening.use(await startExternalPostgres(folder, await freePort()));
  const port = (await settings.wayOfOther?.(postgres.port, opening)) ?? postgres.port;
  const env = (name: string, databasePort: number) => ({
    DATA_DIR: join(folder, name),
    DATABASE_URL: postgres.urlAt(databasePort),
    SMTP_URL: mailbox.url,
    SECRET: 'one secret for all processes, of sufficient length',
    PUBLIC_URL: 'http://handback.test',
  });
  const { preload } = settings;
  const first = { port: await freePort(), env: env('first', postgres.port), ...(preload && { preload }) };
  const product = opening.use(await startProduct(first));
  const other = opening.use(await startProduct({ port: await freePort(), env: env('other', port) }));
  const { owner, item } = await settle(product, mailbox);
  await mailEachMessage(postgres.administrator);
  const stack = opening.move();
  return {
    folder,
    product,
    other,
    postgres,
    mailbox,
    owner,
    item,
    path: `/item/${item.hash}`,
    database: async () => postgres.administrator,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

async function settle({ url }: Product, mailbox: Mailbox) {
  const owner = await makeOwner({ url, mailbox, visitor: () => visitorAt(url) } as unknown as App);
  return { owner, item: await makeItem(owner) };
}

async function embeddedIn(dataDir: string): Promise<ClientConfig> {
  const running = await findRunningPostgres(dataDir);
  if (!running) throw new Error('The embedded database does not run.');
  return running;
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
