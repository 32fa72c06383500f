import { Readable } from 'node:stream';
import { configure, TextReader, ZipWriter } from '@zip.js/zip.js';
import { type SelectQueryBuilder, sql } from 'kysely';
import { wordsIn } from '../../language/languages.ts';
import { exactTime } from '../../server/db/keyset.ts';
import type { Installation } from '../../server/installation.ts';
import { endingOf } from '../files/contract/schema.ts';
import { contentKey } from '../files/stored-files.ts';
import { toMessageId } from '../messages/message-id.ts';
import { readBrand } from '../settings/brand.ts';
import { restLanguageOf } from '../settings/languages.ts';
import { isOrderOf } from '../shop/order-owner.ts';
import type { CurrentUser } from './contract/schema.ts';

configure({ useWebWorkers: false });

const rowsAtOnce = 200;
/** Of the files; the rest, and what is added meanwhile, has room in the last of 4 GB. */
const plainZipBytes = 3e9;
/** Before every row. */
const beginning = { at: '-infinity', id: '' };
const beginningOfScans = { ...beginning, id: '00000000-0000-0000-0000-000000000000' };

/** Writes all data of the user as a zip and closes `to`, unless it throws. Leaves out what would give access: hashes, secrets, tokens. */
export async function exportAccount(
  { user, language }: { user: CurrentUser; language: string },
  installation: Installation,
  to: WritableStream<Uint8Array>,
): Promise<void> {
  const { productName: product } = await readBrand(installation.db, installation);
  const t = wordsIn(restLanguageOf(language, installation));
  const zip = new ZipWriter(to, { zip64: await isHuge(user, installation) });
  const add = (name: string, text: string) => zip.add(name, new TextReader(text));
  await add('README.txt', `${t('exportFile.readme', { product, site: installation.publicUrl, email: user.email })}\n`);
  await add('profile.json', JSON.stringify(await readProfile(user, installation), null, 2));
  for (const [name, rows] of Object.entries(rowsOf(user, installation))) {
    await zip.add(name, toStream(jsonArray(rows)));
  }
  for await (const rows of filesOf(user, installation)) {
    for (const file of rows) {
      const content = await installation.files.find(contentKey(file));
      if (!content) continue;
      const stream = Readable.toWeb(content) as ReadableStream<Uint8Array>;
      await zip.add(`files/${file.id}.${endingOf(file.type)}`, stream);
    }
  }
  await zip.close();
}

/** Beyond 4 GB a zip is a zip64, which some programs cannot read. */
async function isHuge({ uid }: CurrentUser, { db }: Installation): Promise<boolean> {
  const { bytes } = await db
    .selectFrom('files')
    .select(sql<string>`coalesce(sum(bytes), 0)`.as('bytes'))
    .where('ownerId', '=', uid)
    .executeTakeFirstOrThrow();
  return Number(bytes) > plainZipBytes;
}

async function readProfile(user: CurrentUser, { db }: Installation) {
  const settings = await db
    .selectFrom('users')
    .select(['language', 'messageMailsOffAt', 'mailFailedAt', 'mailBouncedAt', 'pushQuotesAt'])
    .select(['quietFrom', 'quietUntil', 'timeZone', 'quietAlsoLostAt', 'nameShownAt'])
    .where('uid', '=', user.uid)
    .executeTakeFirst();
  const signedIn = await db
    .selectFrom('authSessions')
    .select(['userAgent', 'createdAt', 'updatedAt', 'expiresAt', 'activeAt', 'pageSeenAt', 'secondFactorAt'])
    .where('userId', '=', user.uid)
    .orderBy('createdAt')
    .execute();
  const devices = await db
    .selectFrom('knownDevices')
    .select(['createdAt', 'lastUsedAt'])
    .where('uid', '=', user.uid)
    .orderBy('createdAt')
    .execute();
  const links = await db
    .selectFrom('accountLinks')
    .select(['purpose', 'email', 'newEmail', 'language', 'usedAt', 'expiresAt', 'createdAt'])
    .where('uid', '=', user.uid)
    .orderBy('createdAt')
    .execute();
  const [passkeys, authenticatorApps, recoveryCodes] = await Promise.all([
    db.selectFrom('passkeys').select(['name', 'createdAt', 'lastUsedAt']).where('uid', '=', user.uid).execute(),
    db.selectFrom('authenticatorApps').select('createdAt').where('uid', '=', user.uid).execute(),
    db.selectFrom('recoveryCodes').select(['createdAt', 'usedAt']).where('uid', '=', user.uid).execute(),
  ]);
  return { ...user, ...settings, signedIn, devices, links, passkeys, authenticatorApps, recoveryCodes };
}

function rowsOf({ uid }: CurrentUser, { db, keys }: Installation): Record<string, AsyncIterable<unknown[]>> {
  const items = () => byTime(db.selectFrom('items').selectAll().where('ownerId', '=', uid));
  const conversations = () =>
    byTime(
      db
        .selectFrom('conversations')
        .select(['id', 'itemId', 'finderName', 'blockedAt', 'closedAt', 'wordsDeletedAt', 'createdAt'])
        .select(['archivedAt', 'mutedAt'])
        .where('ownerId', '=', uid),
    );
  const batches = () => byTime(db.selectFrom('tagBatches').select(['id', 'createdAt']).where('ownerId', '=', uid));
  const invitations = byTime(
    db
      .selectFrom('itemInvitations')
      .select(['id', 'itemId', 'email', 'createdAt', 'expiresAt', 'acceptedAt'])
      .where('ownerId', '=', uid),
  );
  const handovers = byTime(
    db
      .selectFrom('itemHandovers')
      .select(['id', 'itemId', 'itemName', 'email', 'createdAt', 'expiresAt', 'acceptedAt'])
      .where('ownerId', '=', uid),
  );
  const contactRequests = byTime(
    db
      .selectFrom('contactRequests')
      .select(['id', 'topic', 'text', 'name', 'email', 'language', 'createdAt'])
      .where('uid', '=', uid),
  );
  const sharedWithMe = inChunks({ itemId: '' }, (last) =>
    db
      .selectFrom('itemMembers')
      .innerJoin('items', 'items.id', 'itemMembers.itemId')
      .select(['itemId', 'since', 'mutedAt'])
      .where('uid', '=', uid)
      .where('deletedAt', 'is', null)
      .where('itemId', '>', last.itemId)
      .orderBy('itemId')
      .limit(rowsAtOnce)
      .execute(),
  );
  const answersAsMember = inChunks({ id: '0' }, (last) =>
    db
      .selectFrom('webMessages')
      .select(['id', 'text', 'createdAt'])
      .where('memberUid', '=', uid)
      .where('id', '>', last.id)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute(),
  );
  const reports = byTime(
    db
      .selectFrom('reports')
      .select(['id', 'conversationId', 'itemName', 'finderName', 'reason', 'note', 'createdAt'])
      .where('uid', '=', uid),
  );
  const readings = byTime(
    db
      .selectFrom('messageReadings')
      .innerJoin(
        db.selectFrom('conversations').select('id as ownConversation').where('ownerId', '=', uid).as('own'),
        'ownConversation',
        'conversationId',
      )
      .select(['id', 'conversationId', 'reason', 'createdAt']),
  );
  const templates = inChunks({ id: '' }, (last) =>
    db
      .selectFrom('labelTemplates')
      .selectAll()
      .where('ownerId', '=', uid)
      .where('id', '>', last.id)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute(),
  );
  const scans = inChunks(beginningOfScans, (last) =>
    db
      .selectFrom('scans')
      .select(['id', 'tagCode', 'itemId', 'kind', 'scannedAt', exactTime('scannedAt').as('at')])
      .where('ownerId', '=', uid)
      .where(sql<boolean>`(scanned_at, id) > (${last.at}::timestamptz, ${last.id}::uuid)`)
      .orderBy('scannedAt')
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute(),
  );
  const tagsOf = (column: 'itemId' | 'batchId', rows: { id: string }[]) =>
    inChunks({ code: '' }, (last) =>
      db
        .selectFrom('tags')
        .selectAll()
        .where(
          column,
          'in',
          rows.map(({ id }) => id),
        )
        .$if(column === 'batchId', (query) => query.where('itemId', 'is', null))
        .where('code', '>', last.code)
        .orderBy('code')
        .limit(rowsAtOnce)
        .execute(),
    );
  async function* tags() {
    yield* ofChunks(items(), (rows) => tagsOf('itemId', rows));
    yield* ofChunks(batches(), (rows) => tagsOf('batchId', rows));
  }
  const states = byTime(db.selectFrom('itemStates').selectAll().where('ownerId', '=', uid));
  const messagesOf = (conversation: { id: string }) =>
    inChunks({ id: '0' }, (last) =>
      db
        .selectFrom('webMessages')
        .select(['id', 'conversationId', 'author', 'text', 'answer', 'readByOwner', 'readByFinder', 'heldReason'])
        .select(['details', 'pictureId', 'deletedAt', 'createdAt', 'byMember'])
        .select(['reply', 'meeting', 'language', 'hiddenAs'])
        .where('conversationId', '=', conversation.id)
        .where('id', '>', last.id)
        .orderBy('id')
        .limit(rowsAtOnce)
        .execute(),
    );
  async function* messagesOfAll(rows: { id: string }[]) {
    for (const row of rows) yield* messagesOf(row);
  }
  const mails = inChunks({ id: '0' }, (last) =>
    db
      .selectFrom('outgoingMails')
      .select(['id', 'purpose', 'toName', 'toAddress', 'subject', 'text', 'createdAt', 'sentAt', 'failedAt'])
      .select(['refusedAt', 'lastError', 'lastErrorAt', 'bouncedAt'])
      .where('uid', '=', uid)
      .where('id', '>', last.id)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute(),
  );
  const pushDevices = byTime(
    db.selectFrom('pushSubscriptions').select(['id', 'device', 'createdAt', 'deliveredAt']).where('uid', '=', uid),
  );
  const requests = byTime(
    db
      .selectFrom('outgoingRequests')
      .select(['id', 'kind', 'createdAt', 'sentAt', 'failedAt', 'lastError', 'lastErrorAt'])
      .where('uid', '=', uid),
  );
  return {
    'items.json': each(
      items(),
      ({ at: _at, ownerId: _owner, creationKey: _key, handedOverId: _handedOver, ...item }) => item,
    ),
    'item-states.json': each(states, ({ at: _at, id: _id, ownerId: _owner, ...state }) => state),
    'files.json': each(filesOf({ uid }, { db }), ({ at: _at, ownerId: _owner, creationKey: _key, ...file }) => file),
    'tag-batches.json': each(batches(), ({ at: _at, ...batch }) => batch),
    'tags.json': tags(),
    'label-templates.json': each(templates, ({ ownerId: _owner, creationKey: _key, ...template }) => template),
    'scans.json': each(scans, ({ id: _id, at: _at, ...scan }) => scan),
    'conversations.json': each(conversations(), ({ at: _at, ...conversation }) => conversation),
    'messages.json': each(ofChunks(conversations(), messagesOfAll), ({ id, ...message }) => ({
      id: toMessageId(id, keys),
      ...message,
    })),
    'reports.json': each(reports, ({ at: _at, id: _id, ...report }) => report),
    'conversation-readings.json': each(readings, ({ at: _at, id: _id, ...reading }) => reading),
    'invitations.json': each(invitations, ({ at: _at, id: _id, ...invitation }) => invitation),
    'contact-requests.json': each(contactRequests, ({ at: _at, ...request }) => request),
    'handovers.json': each(handovers, ({ at: _at, id: _id, ...handover }) => handover),
    'shared-with-me.json': sharedWithMe,
    'answers-for-others.json': each(answersAsMember, ({ id: _id, ...answer }) => answer),
    'orders.json': ordersOf(uid, db),
    'push-devices.json': each(pushDevices, ({ at: _at, id: _id, ...device }) => device),
    'notifications.json': each(requests, ({ at: _at, id: _id, ...request }) => request),
    'mails.json': each(mails, ({ id: _id, ...mail }) => ({ ...mail, text: withoutTokens(mail.text) })),
  };
}

/** Each with all that belongs to it. */
async function* ordersOf(uid: string, db: Installation['db']): AsyncGenerator<unknown[]> {
  for await (const rows of byTime(db.selectFrom('orders').selectAll().where(isOrderOf(uid)))) {
    const whole = rows.map(
      async ({ at: _at, creationKey: _key, networkKey: _network, secretVersion: _version, ...order }) => {
        const parts = Object.entries(partsOfOrders).map(async ([name, table]) => [
          name,
          await partsOfOrder(table, order.id, db),
        ]);
        return { ...order, ...Object.fromEntries(await Promise.all(parts)) };
      },
    );
    yield await Promise.all(whole);
  }
}

const partsOfOrders = {
  lines: 'order_lines',
  events: 'order_events',
  payments: 'payments',
  shipments: 'shipments',
  invoices: 'invoices',
  paymentPages: 'checkout_sessions',
  paymentsLookedAt: 'payment_problems',
  reviews: 'reviews',
};

const notTold = ['orderId', 'takesStock', 'actorUid', 'creationKey', 'nextAskAt', 'requestKey', 'version'];

async function partsOfOrder(table: string, orderId: string, db: Installation['db']) {
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)} where order_id = ${orderId}`.execute(db);
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !notTold.includes(name))));
}

function filesOf({ uid }: Pick<CurrentUser, 'uid'>, { db }: Pick<Installation, 'db'>) {
  return byTime(db.selectFrom('files').selectAll().where('ownerId', '=', uid));
}

/** Rows that have a time and an id, in this order, with the time as `at`. */
function byTime<DB, TB extends keyof DB, Row extends { id: string }>(rows: SelectQueryBuilder<DB, TB, Row>) {
  return inChunks(beginning, ({ at, id }) =>
    rows
      .select(exactTime('createdAt').as('at'))
      .where(sql<boolean>`(created_at, id) > (${at}::timestamptz, ${id})`)
      .orderBy(sql`created_at`)
      .orderBy(sql`id`)
      .limit(rowsAtOnce)
      .$castTo<Row & { at: string }>()
      .execute(),
  );
}

/** Also reads rows that are added meanwhile. */
async function* inChunks<Key, Row extends Key>(first: Key, read: (last: Key) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let last = first;
  for (;;) {
    const rows = await read(last);
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = end;
  }
}

/** The chunks that belong to each chunk of others. */
async function* ofChunks<Row, Part>(
  chunks: AsyncIterable<Row[]>,
  read: (rows: Row[]) => AsyncIterable<Part[]>,
): AsyncGenerator<Part[]> {
  for await (const rows of chunks) yield* read(rows);
}

async function* each<Row>(chunks: AsyncIterable<Row[]>, change: (row: Row) => unknown): AsyncGenerator<unknown[]> {
  for await (const rows of chunks) yield rows.map(change);
}

/** Writes JSON.stringify(rows, null, 2) piece by piece. */
async function* jsonArray(chunks: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  let before = '[\n  ';
  for await (const rows of chunks) {
    yield before + rows.map((row) => JSON.stringify(row, null, 2).replaceAll('\n', '\n  ')).join(',\n  ');
    before = ',\n  ';
  }
  yield before.startsWith('[') ? '[]' : '\n]';
}

function toStream(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}

function withoutTokens(text: string): string {
  return text.replace(/([?&]token=)\S+/g, '$1…');
}
