import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { onTestFinished } from 'vitest';
import { endIdleSessions } from '../domain/accounts/inactivity.ts';
import { startTagBatchWorker } from '../domain/items/make-tags.ts';
import type { PasswordCost } from '../server/auth/password.ts';
import { createDeletionLog } from '../server/backup/deletion-log.ts';
import { connect } from '../server/db/connect.ts';
import { createSettings } from '../server/db/settings.ts';
import { startEvents } from '../server/events/events.ts';
import { createFileStore } from '../server/files/file-store.ts';
import { createFileRoom } from '../server/files/folders.ts';
import { serverOptions } from '../server/http/connections.ts';
import { createLimits } from '../server/limits/limits.ts';
import { startMailWorker } from '../server/mail/mail-worker.ts';
import { returnPath } from '../server/mail/return-path.ts';
import { mailTransport } from '../server/mail/transport.ts';
import { publicServersOnly } from '../server/outgoing/post-outside.ts';
import { startRequestWorker } from '../server/outgoing/requests.ts';
import { readiness, servesPages } from '../server/readiness.ts';
import { deriveKeys } from '../server/secret.ts';
import type { Services } from '../server/services.ts';
import { createSite } from '../site/create-site.ts';
import { mailPictures } from '../site/social/mail-pictures.tsx';
import { freshDatabase } from './database.ts';
import { type Afterwards, createTestLog } from './log.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { Visitor } from './visitor.ts';

export type App = {
  url: string;
  services: Services;
  mailbox: Mailbox;
  visitor(): Visitor;
  /** What happens every minute to the sessions that have a page open here. */
  endIdleSessions(): Promise<void>;
  /** An error in the log that matches nothing expected fails the test. */
  expectLogError(pattern: RegExp): void;
  close(): Promise<void>;
};

export type AppOptions = {
  /** Shares the database of another app: a second process. */
  besides?: App;
  database?: ClientConfig;
  adminEmail?: string;
  map?: { tiles: string; attribution: string };
  mapPage?: string;
  mailQuotesFinders?: boolean;
  bounces?: Services['bounces'];
  webhook?: Services['webhook'];
  /** Instead of the rule that only public servers are reached. */
  outgoing?: Services['outgoing'];
  payments?: Services['payments'];
  backups?: Services['backups'];
  metricsToken?: string;
  /** Of the operator, as the environment has it. */
  brand?: Partial<Services['brand']>;
  mailbox?: Mailbox;
  passwordCost?: PasswordCost;
  /** Below it is the folder for files that there are already, instead of a folder of the test. */
  filesDir?: string;
  /** The bucket for files, instead of a folder of the test. */
  filesUrl?: string;
  filesBytesPerAccount?: number;
  /** Mails become files below it instead of being sent. */
  dataDir?: string;
  /** Instead of the address that the app listens at: for hosts that are not local. */
  publicUrl?: string;
  maintenanceExemptHosts?: string[];
  /** When it ends: with the test, unless tests share it. */
  afterwards?: Afterwards;
};

const unbranded = {
  productName: undefined,
  tagline: undefined,
  legalName: 'Handback',
  contactEmail: 'handback@localhost',
  appStoreUrl: undefined,
};

const databases = new WeakMap<App, ClientConfig>();
/** Each owner of a test sets a password and gives it again. */
const quickPasswordCost = { memory: 64, passes: 1, parallelism: 1 };
export const testSecret = 'a secret that only tests know, of sufficient length';

const closedMeanwhile = /driver has already been destroyed/;
/** Whoever gives a database takes it away: work in the background may notice that at any moment. */
const databaseAway =
  /ENOENT|ECONN|EPIPE|Connection terminated|not queryable|timeout|was not ready in time|took too long|connection is closed/;

/** The whole product on a port of its own, over a database of its own, mailing to an SMTP server of its own. */
export async function startApp(options: AppOptions = {}): Promise<App> {
  const { afterwards = onTestFinished } = options;
  const given = options.database ?? (options.besides && databases.get(options.besides));
  const config = given ?? (await freshDatabase(afterwards));
  const { log, expectLogError } = createTestLog(afterwards);
  expectLogError(closedMeanwhile);
  if (options.database) expectLogError(databaseAway);
  const connection = connect(config, log);
  const events = await startEvents(connection, config, log);
  const filesDir = await mkdtemp(join(tmpdir(), 'handback-test-'));
  const mailbox = options.mailbox ?? options.besides?.mailbox ?? (await openMailbox());
  const server = createServer(serverOptions);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const services: Services = {
    db: connection.db,
    events,
    files:
      options.besides?.services.files ??
      createFileStore({ dataDir: options.filesDir ?? filesDir, url: options.filesUrl }),
    filesBytesPerAccount: options.filesBytesPerAccount ?? 50_000_000,
    keys: deriveKeys(testSecret),
    limits: createLimits(connection.pool),
    log,
    settings: createSettings({ db: connection.db, events }),
    passwordCost: options.passwordCost ?? quickPasswordCost,
    publicUrl: options.publicUrl ?? options.besides?.services.publicUrl ?? url,
    brand: { ...unbranded, ...options.brand },
    map: { page: options.mapPage ?? 'https://maps.example/{latitude}/{longitude}', server: options.map },
    mailQuotesFinders: options.mailQuotesFinders ?? true,
    bounces: options.bounces,
    webhook: options.webhook,
    outgoing: options.outgoing ?? publicServersOnly,
    payments: options.payments ?? options.besides?.services.payments,
    adminEmail: options.adminEmail,
    deletions: createDeletionLog(filesDir, deriveKeys(testSecret), log),
    backups: options.backups,
    machine: { dataDir: filesDir, otherFolders: {}, database: 'external', secretReplaced: false, mailServer: true },
    maintenanceExemptHosts: options.maintenanceExemptHosts ?? [],
  };
  const { bounces, keys } = services;
  const transport = mailTransport(
    {
      smtpUrl: options.dataDir ? undefined : mailbox.url,
      mailFrom: 'handback@localhost',
      dataDir: options.dataDir ?? '/nowhere',
    },
    log,
    bounces && ((sent) => returnPath(bounces.address, sent, keys)),
  );
  const mail = startMailWorker({ ...services, transport, pictures: mailPictures(services) });
  const requests = startRequestWorker(services);
  const batches = startTagBatchWorker(services);
  const site = createSite(services, {
    assets: {
      siteScript: '/assets/site.js',
      productScript: '/assets/product.js',
      conversationScript: '/assets/conversation.js',
      app: {
        script: '/assets/app.js',
        startScript: '/assets/start.js',
        styles: [],
        preload: [],
        texts: {},
        lateTexts: {},
        adminTexts: {},
        pages: {},
      },
    },
    clientDir: 'public',
    trustProxy: true,
    metricsToken: options.metricsToken,
    readiness: () =>
      readiness(connection, {
        events,
        mail: transport,
        files: createFileRoom({}),
        secretReplaced: services.machine.secretReplaced,
      }),
    servesPages: () => servesPages(connection),
  });
  server.on('request', site.listener);
  server.on('clientError', site.unreadable);

  let networks = 0;
  let closed = false;
  const app: App = {
    url,
    services,
    mailbox,
    visitor: () => new Visitor(app, networkOf(++networks)),
    endIdleSessions: () => endIdleSessions(site.openSessions(), services),
    expectLogError,
    async close() {
      if (closed) return;
      closed = true;
      await site.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all([mail.stop(), requests.stop(), batches.stop()]);
      await events.close();
      await connection.close();
      await rm(filesDir, { recursive: true });
      if (!options.mailbox && !options.besides) await mailbox.close();
    },
  };
  databases.set(app, config);
  afterwards(() => app.close());
  return app;
}

/** Another IPv4 address for each number below 39,936. */
function networkOf(number: number): string {
  return `198.51.${100 + Math.floor(number / 256)}.${number % 256}`;
}
