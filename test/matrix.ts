import { decodeJwt } from 'jose';
import { type RawBuilder, sql } from 'kysely';
import { makeResetLink } from '../domain/accounts/reset-password.ts';
import { grantAdmin } from '../domain/accounts/roles.ts';
import { toItemHash } from '../domain/items/contract/item-hash.ts';
import { makeUnsubscribeToken } from '../domain/mails/unsubscribe-tokens.ts';
import { confirmCode } from '../domain/notifications/reply-contacts.ts';
import { newOrderId, orderSecret } from '../domain/shop/orders.ts';
import { hashToken, issueAccessToken, newToken } from '../server/auth/tokens.ts';
import type { CheckoutSession, Payments } from '../server/payments/provider.ts';
import type { App } from './app.ts';
import { linkIn } from './mailbox.ts';
import {
  drawPicture,
  makeItem,
  makeLabelTemplate,
  makeOwner,
  makePicture,
  makeReceipt,
  password,
  proveNewFactor,
  shareItem,
} from './make.ts';
import { newSubscription } from './push-service.ts';
import { type TableFacts, tables } from './tables.ts';
import type { Visitor } from './visitor.ts';

export const persons = ['visitor', 'finder', 'unverified', 'owner', 'otherOwner', 'administrator', 'member'] as const;
export type Person = (typeof persons)[number];

export const targets = ['own', 'others', 'deleted', 'missing', 'malformed'] as const;
export type Target = (typeof targets)[number];

/** Everything that a function can be asked about, of one kind: an item, its tag, a conversation about it and its finder, an account. */
export type Things = {
  itemId: string;
  hash: string;
  /** A tag that is reserved for the account and on nothing. */
  unassignedCode: string;
  templateId: string;
  /** Of the item: a picture that finders do not see, and a receipt. */
  pictureId: string;
  receiptId: string;
  /** That the finder sent, and the owner reported with its conversation. */
  sentPictureId: string;
  /** An order that is not paid, and of its private link. */
  orderId: string;
  orderSecret: string;
  conversationId: string;
  messageId: string;
  /** Of the mail that asks the finder to confirm an address. */
  repliesCode: string;
  /** For the finder; all others know no more of it than the conversation's id. */
  secret: string;
  uid: string;
  email: string;
  displayName: string;
  keepToken: string;
  linkToken: string;
  resetToken: string;
  /** Of the mails about messages. */
  unsubscribeToken: string;
  pushDeviceId: string;
  passkeyId: string;
  /** With whom the item is shared. */
  memberUid: string;
  /** An invitation that waits. */
  invitationId: string;
  invitationToken: string;
  /** An offer of the item that waits, and the note of an item that was handed over. */
  handoverToken: string;
  handedOverId: string;
  /** Whose item it is: an account that is there even where `uid` is of one that is gone. */
  ownerId: string;
  /** What tells of the item or of the conversation: their ids, and a word that stands in every text of either. */
  traces: string[];
};

type Account = Awaited<ReturnType<typeof makeAccount>>;

export type World = Awaited<ReturnType<typeof makeWorld>>;

/** One person of each kind, each with a token if there is any way to one. The member shares the owner’s items; the others’ have a guest. */
export async function makeWorld(app: App) {
  const owner = await makeAccount(app, 'Adelaide');
  const otherOwner = await makeAccount(app, 'Bartholomew');
  const administrator = await makeAccount(app, 'Rosalind');
  await grantAdmin(administrator.email, app.services);
  await proveNewFactor(administrator);
  // The last administrator cannot go.
  await grantAdmin((await makeOwner(app, 'Winifred')).email, app.services);
  const member = await makeAccount(app, 'Philippa');
  const guest = await makeAccount(app, 'Cornelius');
  const gone = await makeAccount(app, 'Gwendolyn');
  await app.services.db.deleteFrom('authUsers').where('id', '=', gone.uid).execute();
  const people: Record<Person, Visitor> = {
    visitor: app.visitor(),
    finder: app.visitor(),
    unverified: await makeUnverified(app),
    owner,
    otherOwner,
    administrator,
    member,
  };
  /** The administrator again, in a session that has proved no second factor. */
  const unproved = undefined as Visitor | undefined;
  const known = new Set<string>();
  return { app, people, accounts: { owner, otherOwner, administrator, member }, guest, gone, unproved, known };
}

export type Targets = Awaited<ReturnType<typeof makeTargets>>;

/** What only some functions need. */
export type Extras = { withFiles?: true; withTemplate?: true };

/** For each person what is theirs, somebody else's, deleted, never made, and no id at all; fresh, so that it can be used up. */
export async function makeTargets(world: World, extras: Extras) {
  const { owner, otherOwner, administrator, member } = world.accounts;
  const { guest } = world;
  // There is a limit to what one account shares.
  for (const table of ['itemMembers', 'itemInvitations'] as const)
    await world.app.services.db.deleteFrom(table).execute();
  const [owners, others, administrators] = await Promise.all([
    makeThings(world, owner, { ...extras, member }),
    makeThings(world, otherOwner, { ...extras, member: guest }),
    makeThings(world, administrator, { ...extras, member: guest }),
  ]);
  const seen = (mine: typeof owners, theirs: typeof owners): Record<Target, Things> => ({
    own: mine.live,
    others: theirs.live,
    deleted: mine.deleted,
    // Ids of messages are encrypted, so one that is none is malformed.
    missing: { ...missing, messageId: theirs.live.messageId },
    malformed,
  });
  const stranger = seen(hidden(owners), hidden(others));
  const things: Record<Person, Record<Target, Things>> = {
    visitor: stranger,
    finder: { ...seen(owners, others), others: { ...others.live, secret: forged(others.live, owners.live.secret) } },
    unverified: stranger,
    owner: seen(hidden(owners), hidden(others)),
    otherOwner: seen(hidden(others), hidden(owners)),
    administrator: seen(hidden(administrators), hidden(owners)),
    member: seen({ ...hidden(owners), live: { ...hidden(owners).live, ...accountOf(member) } }, hidden(others)),
  };

  const all = [owners, others, administrators];
  /** The secrets are the finders' alone; a finder knows one conversation and nothing of its owner. */
  const known: Record<Person, (asked: Things) => string[]> = {
    visitor: () => [],
    finder: ({ itemId }) =>
      [owners.live, owners.deleted].flatMap((each) => (each.itemId === itemId ? [...each.traces, each.secret] : [])),
    unverified: () => [],
    owner: () => [...tracesOf(hidden(owners)), member.uid, member.displayName],
    otherOwner: () => tracesOf(hidden(others)),
    administrator: () => tracesOf(hidden(administrators)),
    member: () => [...tracesOfShared(owners), member.uid, member.email, member.displayName],
  };
  return {
    extras,
    things,
    /** Whatever must not occur in an answer to this person who asked about these things. */
    unknownTo: (person: Person, asked: Things) => {
      const theirs = known[person](asked);
      const everything = [...all.flatMap(tracesOf), member.uid, member.email, member.displayName];
      return everything.filter((trace) => !theirs.includes(trace));
    },
  };
}

/** What a row did to the orders leaves them used up, and the rest as it was. */
export async function renewOrders({ app }: World, { things }: Targets): Promise<void> {
  const renewed = new Map<string, Awaited<ReturnType<typeof makeOrder>>>();
  for (const each of new Set(Object.values(things).flatMap((ofPerson) => Object.values(ofPerson)))) {
    const { orderId } = each;
    if (orderId === missing.orderId || orderId === malformed.orderId) continue;
    const order = renewed.get(orderId) ?? (await makeOrder(app));
    renewed.set(orderId, order);
    Object.assign(each, order);
  }
}

/** Everybody's deletion is pending, since the moment that the tokens are about. */
export async function askDeletionAgain({ app, accounts }: World): Promise<void> {
  for (const { uid, askedAt } of Object.values(accounts)) {
    await app.services.db.updateTable('users').set({ deletionAskedAt: askedAt }).where('uid', '=', uid).execute();
  }
}

export async function makeLinksUnused({ app }: World): Promise<void> {
  await app.services.db.updateTable('accountLinks').set({ usedAt: null }).execute();
}

export async function makeInvitationsUnused({ app }: World): Promise<void> {
  await app.services.db.updateTable('itemInvitations').set({ acceptedAt: null }).execute();
}

const passkeyIdOf = (uid: string) => `passkey-${uid}`;
const deviceIdOf = (uid: string) => `device-${uid}`;

/** Each conversation says last that its item was returned. */
export async function markReturned({ app }: World): Promise<void> {
  await sql`update web_messages set reply = 'returned' where id in (
    select max(id) from web_messages group by conversation_id
  )`.execute(app.services.db);
}

export async function makePushDevices({ app, accounts }: World): Promise<void> {
  const { db } = app.services;
  const rows = Object.values(accounts).map(({ uid }) => {
    const { endpoint, p256dh, auth } = newSubscription();
    return { id: deviceIdOf(uid), uid, device: 'Firefox on Linux', endpoint, p256dh, auth };
  });
  await db
    .insertInto('pushSubscriptions')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Each account has one, and the administrator has proved a factor just now. */
export async function makePasskeys({ app, accounts }: World): Promise<void> {
  const { db } = app.services;
  const rows = Object.values(accounts).map(({ uid }) => {
    const publicKey = Buffer.from('none');
    return { id: passkeyIdOf(uid), uid, name: 'Phone', publicKey, signCount: 0, transports: [], lastChallengeMs: 0 };
  });
  await db
    .insertInto('passkeys')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { sid } = decodeJwt(accounts.administrator.token ?? '');
  await db.updateTable('authSessions').set({ secondFactorAt: new Date() }).where('id', '=', String(sid)).execute();
}

/** What was handed over is with its earlier owner again, and offered. */
export async function makeHandoversUnused({ app: { services } }: World): Promise<void> {
  const { db } = services;
  await db
    .updateTable('items')
    .from('itemHandovers')
    .whereRef('itemId', '=', 'items.id')
    .set((row) => ({ ownerId: row.ref('itemHandovers.ownerId') }))
    .execute();
  await sql`
    with accepted as (delete from item_handovers where secret_hash <> id returning *)
    insert into item_invitations (id, item_id, owner_id, purpose, secret_hash, expires_at)
    select id, item_id, owner_id, 'handover', secret_hash, now() + interval '1 day' from accepted`.execute(db);
}

/** Makes every order one that is so far. */
export function setOrders(state: 'paid' | 'packed' | 'shipped') {
  return async ({ app }: World): Promise<void> => {
    const now = new Date();
    const packedAt = state === 'paid' ? null : now;
    const shippedAt = state === 'shipped' ? now : null;
    await app.services.db
      .updateTable('orders')
      .set({ paidAt: now, packedAt, shippedAt })
      // The others are so already: there are more and more of them.
      .where((order) =>
        order.or([
          order('paidAt', 'is', null),
          order('packedAt', packedAt ? 'is' : 'is not', null),
          order('shippedAt', shippedAt ? 'is' : 'is not', null),
        ]),
      )
      .execute();
  };
}

/** Notes a payment of every order that there is. */
export async function payOrders({ app }: World): Promise<void> {
  await sql`
    insert into payments (id, order_id, creation_key, kind, amount_minor, currency)
    select id, id, id, 'payment', 100, 'EUR' from orders on conflict do nothing`.execute(app.services.db);
}

const paymentPage: CheckoutSession = {
  id: 'page',
  orderId: undefined,
  url: 'https://pay.test/page',
  state: 'open',
  paid: false,
  amountMinor: 100,
  currency: 'EUR',
  paymentId: undefined,
};

/** A payment service that takes every card, and told nothing. */
export const cards: Payments = {
  checkoutUrl: 'https://pay.test',
  canTake: () => true,
  openSession: async ({ orderId }) => ({ ...paymentPage, id: `page-of-${orderId}` }),
  readSession: async (id) => ({ ...paymentPage, id }),
  closeSession: async (id) => ({ ...paymentPage, id, state: 'expired' }),
  sessionOf: async () => undefined,
  refund: async () => ({ failure: 'refused' }),
  refundsOf: async () => [],
  readEvent: () => undefined,
};

/** Every order has a page on which it can be paid, from which its buyer has not come back. */
export async function openPaymentPages({ app }: World): Promise<void> {
  await sql`
    insert into checkout_sessions (id, order_id, attempt, amount_minor, currency)
    select 'page-of-' || id, id, 1, 100, 'EUR' from orders
    on conflict (id) do update set returned_at = null`.execute(app.services.db);
}

/** Every order has a payment that must be looked at. */
export async function makeProblems({ app }: World): Promise<void> {
  await sql`
    insert into payment_problems (id, order_id, reason, amount_minor, currency, provider_id)
    select 'problem-of-' || id, id, 'wrongAmount', 100, 'EUR', id from orders
    on conflict (id) do update set settled_at = null`.execute(app.services.db);
}

export async function noteOrders({ app }: World): Promise<void> {
  await sql`
    insert into order_notes (id, order_id, text) select 'note-of-' || id, id, 'Rings twice.' from orders
    on conflict do nothing`.execute(app.services.db);
}

/** Every order of the ring has arrived. */
export async function deliverAllOrders({ app }: World): Promise<void> {
  const { db } = app.services;
  await db.updateTable('orders').set({ deliveredAt: new Date() }).where('deliveredAt', 'is', null).execute();
  await sql`
    insert into order_lines (order_id, position, product_id, name, quantity, unit_minor, total_minor, tags_each, takes_stock)
    select id, 1, 'ring', 'Ring', 1, 100, 100, 1, false from orders on conflict do nothing`.execute(db);
}

/** Every order has a review that waits, with the id of the order. */
export async function reviewAllOrders({ app }: World): Promise<void> {
  const { db } = app.services;
  await db.deleteFrom('reviews').execute();
  await sql`
    insert into reviews (id, order_id, product_id, stars, text, name, language)
    select id, id, 'ring', 4, 'Good.', 'Kim', 'en' from orders`.execute(db);
}

/** All that functions could change, by the account that it belongs to; what is nobody's is under `site`. */
export async function readAllRows({ app }: World): Promise<WatchedRow[]> {
  const all = watchedTables.map((table) => sql`select * from (${rowsOf(table)}) as rows`);
  const { rows } = await sql<WatchedRow>`${sql.join(all, sql` union all `)} order by 1, 2`.execute(app.services.db);
  return rows;
}

export type WatchedRow = { uid: string; row: string };

/** From now on the database writes down each change of the rows that functions could change. */
export async function watchRows({ app }: World): Promise<void> {
  const { db } = app.services;
  await sql`create table watched_changes (uid text, row text, by int)`.execute(db);
  for (const table of watchedTables) {
    const change = (record: 'old' | 'new', by: number) => sql`
      insert into watched_changes select uid, row, ${sql.lit(by)}
        from (${rowsOf(table, sql`(select ${sql.raw(record)}.*)`)}) as changed;`;
    const name = sql.ref(`watch_${table.name}`);
    await sql`
      create function ${name}() returns trigger language plpgsql as $watch$ begin
        if tg_op <> 'INSERT' then ${change('old', -1)} end if;
        if tg_op <> 'DELETE' then ${change('new', 1)} end if;
        return null;
      end $watch$;
      create trigger watch after insert or update or delete on ${sql.table(table.name)}
        for each row execute function ${name}()`.execute(db);
  }
}

/** What became of the rows since this was asked last: those that are gone have -1, and those that are new have 1. */
export async function takeChanges({ app }: World): Promise<(WatchedRow & { by: number })[]> {
  const { db } = app.services;
  const { rows } = await sql<WatchedRow & { by: number }>`
    select uid, row, sum(by)::int as by from watched_changes group by uid, row order by uid, row`.execute(db);
  // Deleted rows would be passed over each time anew.
  if (rows.length > 0) await sql`truncate watched_changes`.execute(db);
  return rows.filter(({ by }) => by !== 0);
}

type WatchedTable = { name: string } & TableFacts;

const watchedTables = (Object.entries(tables) as [string, TableFacts][]).flatMap(([name, facts]): WatchedTable[] =>
  facts.watched === 'all' || !('not' in facts.watched) ? [{ name, ...facts }] : [],
);

/** @param from the rows, all of the table unless they are given */
function rowsOf({ name, account, watched }: WatchedTable, from: RawBuilder<unknown> = sql.table(name)) {
  const table = sql.table(name);
  const row =
    watched === 'all'
      ? sql`to_jsonb(${table})::text`
      : sql`concat_ws(' ', ${sql.join((watched as readonly string[]).map((column) => sql.ref(column)))})`;
  return sql`select ${ownerOf(table, account)} as uid, ${row} as row from ${from} as ${table}`;
}

function ownerOf(table: RawBuilder<unknown>, account: TableFacts['account']) {
  if (account === null) return sql`'site'`;
  if (typeof account === 'string') return sql`coalesce(${sql.ref(account)}, 'site')`;
  if ('conversation' in account)
    return sql`coalesce(
      (select owner_id from conversations where id = ${table}.${sql.ref(account.conversation)}), 'site')`;
  return sql`coalesce(
    (select owner_id from items where id = ${table}.${sql.ref(account.item)}),
    (select owner_id from tag_batches where id = ${table}.${sql.ref(account.batch)}), 'site')`;
}

const noFiles = { pictureId: 'A'.repeat(22), receiptId: 'A'.repeat(22), sentPictureId: 'A'.repeat(22) };

export const missing: Things = {
  itemId: '0000000000000000',
  hash: toItemHash('0000000000000000'),
  unassignedCode: '0000000000000000',
  templateId: 'A'.repeat(36),
  ...noFiles,
  orderId: 'A'.repeat(22),
  orderSecret: 'A'.repeat(43),
  conversationId: 'A'.repeat(22),
  messageId: '',
  repliesCode: 'A'.repeat(22),
  secret: 'A'.repeat(43),
  uid: 'A'.repeat(32),
  email: 'nobody@example.com',
  displayName: 'Nobody',
  keepToken: `${'A'.repeat(32)}.${'A'.repeat(22)}`,
  linkToken: 'A'.repeat(43),
  resetToken: 'A'.repeat(43),
  unsubscribeToken: `${'A'.repeat(32)}.${'A'.repeat(22)}`,
  pushDeviceId: 'A'.repeat(36),
  passkeyId: 'A'.repeat(22),
  memberUid: 'A'.repeat(32),
  invitationId: 'A'.repeat(36),
  invitationToken: 'A'.repeat(43),
  handoverToken: 'A'.repeat(43),
  handedOverId: 'A'.repeat(36),
  ownerId: 'A'.repeat(32),
  traces: [],
};

/** All but what is no id of the thing itself. */
const wellFormed = ['email', 'messageId', 'repliesCode', 'displayName', 'ownerId', 'traces'];

const malformed: Things = {
  ...missing,
  ...Object.fromEntries(Object.keys(missing).flatMap((name) => (wellFormed.includes(name) ? [] : [[name, 'a\0b']]))),
  email: 'no address',
};

type ThingsOfOne = Record<'live' | 'deleted', Things>;

function hidden({ live, deleted }: ThingsOfOne): ThingsOfOne {
  return {
    live: { ...live, secret: live.conversationId },
    deleted: { ...deleted, secret: deleted.conversationId },
  };
}

function tracesOf({ live, deleted }: ThingsOfOne): string[] {
  return [live, deleted].flatMap((each) => [...each.traces, each.secret, live.uid, live.email, live.displayName]);
}

/** What those know with whom the item is shared. */
function tracesOfShared({ live }: ThingsOfOne): string[] {
  const ownersAlone = [live.unassignedCode, live.templateId, live.pictureId, live.receiptId];
  return [...live.traces.filter((trace) => !ownersAlone.includes(trace)), live.displayName];
}

function forged({ conversationId }: Things, ownSecret: string): string {
  const code = Buffer.from(ownSecret, 'base64url').subarray(16);
  return Buffer.concat([Buffer.from(conversationId, 'base64url'), code]).toString('base64url');
}

async function makeAccount(app: App, displayName: string) {
  const owner = await makeOwner(app, displayName);
  await owner.call('deleteAccount', { password });
  const mail = await app.mailbox.find(owner.email, 'will be deleted');
  const { deletionAskedAt } = await app.services.db
    .selectFrom('users')
    .select('deletionAskedAt')
    .where('uid', '=', owner.uid)
    .executeTakeFirstOrThrow();
  await owner.call('keepAccount', {});
  const keepToken = tokenIn(linkIn(mail));
  await owner.auth('change-email', { newEmail: `new-${owner.email}` });
  const linkToken = tokenIn(linkIn(await app.mailbox.find(owner.email, 'Allow a new address')));
  const resetToken = tokenIn((await makeResetLink(owner.email, app.services)) ?? '');
  return Object.assign(owner, { displayName, keepToken, linkToken, resetToken, askedAt: deletionAskedAt });
}

type Making = Extras & { member: Account };

async function makeThings({ app, gone }: World, owner: Account, making: Making): Promise<ThingsOfOne> {
  await owner.call('updateUserProfile', { displayName: owner.displayName });
  const live = { ...(await makeItemWithFinder(app, owner, making)), ...accountOf(owner) };
  const deleted = { ...(await makeItemWithFinder(app, owner, making)), ...accountOf(gone) };
  await owner.call('deleteItem', { id: deleted.itemId });
  await owner.call('retireUnassignedTag', { code: deleted.unassignedCode });
  if (making.withTemplate) await owner.call('deleteLabelTemplate', { id: deleted.templateId });
  return { live, deleted };
}

function tokenIn(link: string): string {
  return new URL(link).searchParams.get('token') ?? '';
}

function accountOf({ app, uid, email, displayName, keepToken, linkToken, resetToken }: Account) {
  const ofMails = makeUnsubscribeToken('messages', uid, app.services.keys);
  const tokens = { keepToken, linkToken, resetToken, unsubscribeToken: ofMails };
  return { uid, email, displayName, ...tokens, pushDeviceId: deviceIdOf(uid), passkeyId: passkeyIdOf(uid) };
}

async function makeItemWithFinder(app: App, owner: Account, { member, withFiles, withTemplate }: Making) {
  // In letters alone: a name with many digits is refused.
  const word = crypto.randomUUID().replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
  const item = await makeItem(owner, { name: `Backpack ${word}`, note: `Passport ${word}` });
  const { id: itemId, hash } = item;
  await shareItem(owner, member, item);
  const report = { hash, key: crypto.randomUUID(), text: `I have ${word}.`, name: `Kim ${word}` };
  const { secret } = await app.visitor().call('reportFound', report);
  const files = withFiles ? await makeFiles(owner, itemId, { app, secret }) : noFiles;
  const { conversations } = await owner.call('listConversations', {});
  const conversationId = conversations[0]?.id ?? '';
  const messageId = conversations[0]?.lastMessage.id ?? '';
  const repliesCode = await askReplyMails(app, conversationId);
  const { tags } = await owner.call('makeUnassignedTags', { count: 1, key: crypto.randomUUID() });
  const unassignedCode = tags[0]?.code ?? '';
  const about = { itemId, ownerId: owner.uid };
  const invitations = await makeInvitations(app, about);
  const template = withTemplate ? [(await makeLabelTemplate(owner, { name: `Sheet ${word}` })).id] : [];
  return {
    itemId,
    hash,
    unassignedCode,
    templateId: template[0] ?? missing.templateId,
    ...files,
    ...(await makeOrder(app)),
    secret,
    conversationId,
    messageId,
    repliesCode,
    memberUid: member.uid,
    ...invitations,
    ownerId: owner.uid,
    // The word stands last.
    traces: [itemId, hash, unassignedCode, ...template, ...Object.values(withFiles ? files : {}), conversationId, word],
  };
}

async function askReplyMails({ services: { db, keys } }: App, conversationId: string) {
  const address = 'kim@example.com';
  await db.insertInto('replyMails').values({ conversationId, address }).execute();
  return confirmCode(conversationId, address, keys);
}

async function makeOrder({ services: { db, keys } }: App) {
  const id = newOrderId();
  const lines = { company: '', line1: 'Weg 1', line2: '', district: '', city: 'Berlin', state: '', zip: '10115' };
  const address = { country: 'DE', name: 'Kim', ...lines };
  await db
    .insertInto('orders')
    .values({
      id,
      creationKey: id,
      email: `${id.toLowerCase()}@example.com`,
      language: 'en',
      address: JSON.stringify(address),
      currency: 'EUR',
      itemsMinor: 100,
      deliveryMinor: 0,
      totalMinor: 100,
      taxScheme: 'small-business',
      taxRate: 0,
      taxMinor: 0,
      deliveryDays: '[1, 2]',
      dueAt: new Date(Date.now() + 86_400_000),
    })
    .execute();
  return { orderId: id, orderSecret: orderSecret({ id, secretVersion: 1 }, keys) };
}

type About = { itemId: string; ownerId: string };

/** Invitations that wait, and a note of what was handed over before. */
async function makeInvitations({ services: { db } }: App, about: About) {
  const [invitationId, handedOverId] = [crypto.randomUUID(), crypto.randomUUID()];
  const [invitationToken, handoverToken] = [newToken(), newToken()];
  const waits = { ...about, expiresAt: new Date(Date.now() + 86_400_000) };
  await db
    .insertInto('itemInvitations')
    .values([
      { ...waits, id: invitationId, purpose: 'sharing', secretHash: hashToken(invitationToken) },
      { ...waits, id: crypto.randomUUID(), purpose: 'handover', secretHash: hashToken(handoverToken) },
    ])
    .execute();
  await db
    .insertInto('itemHandovers')
    .values({ ...about, id: handedOverId, secretHash: handedOverId, itemName: 'Umbrella' })
    .execute();
  return { invitationId, invitationToken, handoverToken, handedOverId };
}

async function makeFiles(owner: Account, itemId: string, { app, secret }: { app: App; secret: string }) {
  await owner.call('showPicture', { itemId, shown: false });
  const { pictureId } = await makePicture(owner, { id: itemId });
  const { id: receiptId } = await makeReceipt(owner, { id: itemId });
  await app.visitor().upload('sendPicture', { secret, key: crypto.randomUUID() }, await drawPicture());
  const [{ id = '', lastMessage } = {}] = (await owner.call('listConversations', {})).conversations;
  await owner.call('reportConversation', { id, key: crypto.randomUUID(), reason: 'other' });
  return { pictureId: pictureId ?? '', receiptId, sentPictureId: lastMessage?.pictureId ?? '' };
}

/** Signed in, but the address was never confirmed: a session that does not count, and a token forged for it with our own key. */
async function makeUnverified(app: App): Promise<Visitor> {
  const visitor = app.visitor();
  const account = { name: 'Eve', email: 'eve@example.com', password };
  await visitor.auth('sign-up/email', account);
  const confirm = (emailVerified: boolean) =>
    app.services.db.updateTable('users').set({ emailVerified }).where('email', '=', account.email).execute();
  await confirm(true);
  await visitor.auth('sign-in/email', account);
  await confirm(false);
  const session = await app.services.db
    .selectFrom('authSessions')
    .innerJoin('users', 'users.uid', 'authSessions.userId')
    .select(['authSessions.id', 'uid'])
    .where('email', '=', account.email)
    .executeTakeFirstOrThrow();
  visitor.token = (await issueAccessToken(app.services.keys.key('access-token'), session)).token;
  return visitor;
}
