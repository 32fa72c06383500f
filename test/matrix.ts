import { sql } from 'kysely';
import { makeResetLink } from '../domain/accounts/reset-password.ts';
import { grantAdmin } from '../domain/accounts/roles.ts';
import { toItemHash } from '../domain/items/contract/item-hash.ts';
import { issueAccessToken } from '../server/auth/access-token.ts';
import type { App } from './app.ts';
import { linkIn } from './mailbox.ts';
import { makeItem, makeOwner, password } from './make.ts';
import { type TableFacts, tables } from './tables.ts';
import type { Visitor } from './visitor.ts';

export const persons = ['visitor', 'finder', 'unverified', 'owner', 'otherOwner', 'administrator'] as const;
export type Person = (typeof persons)[number];

export const targets = ['own', 'others', 'deleted', 'missing', 'malformed'] as const;
export type Target = (typeof targets)[number];

/** Everything that a function can be asked about, of one kind: an item, its tag, a conversation about it and its finder, an account. */
export type Things = {
  itemId: string;
  hash: string;
  /** A tag that is reserved for the account and on nothing. */
  blankCode: string;
  conversationId: string;
  messageId: string;
  /** For the finder; all others know no more of it than the conversation's id. */
  secret: string;
  uid: string;
  email: string;
  displayName: string;
  keepToken: string;
  linkToken: string;
  resetToken: string;
  /** Whose item it is: an account that is there even where `uid` is of one that is gone. */
  ownerId: string;
  /** What tells of the item or of the conversation: their ids, and a word that stands in every text of either. */
  traces: string[];
};

type Account = Awaited<ReturnType<typeof makeAccount>>;

export type World = Awaited<ReturnType<typeof makeWorld>>;

/** One person of each kind, each with a token if there is any way to one. */
export async function makeWorld(app: App) {
  const owner = await makeAccount(app, 'Adelaide');
  const otherOwner = await makeAccount(app, 'Bartholomew');
  const administrator = await makeAccount(app, 'Rosalind');
  await grantAdmin(administrator.email, app.installation);
  const gone = await makeAccount(app, 'Gwendolyn');
  await app.installation.db.deleteFrom('authUsers').where('id', '=', gone.uid).execute();
  const people: Record<Person, Visitor> = {
    visitor: app.visitor(),
    finder: app.visitor(),
    unverified: await makeUnverified(app),
    owner,
    otherOwner,
    administrator,
  };
  return { app, people, accounts: { owner, otherOwner, administrator }, gone };
}

/** For each person what is theirs, somebody else's, deleted, never made, and no id at all; fresh, so that it can be used up. */
export async function makeTargets(world: World) {
  const { owner, otherOwner, administrator } = world.accounts;
  const [owners, others, administrators] = [
    await makeThings(world, owner),
    await makeThings(world, otherOwner),
    await makeThings(world, administrator),
  ];
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
  };

  const all = [owners, others, administrators];
  /** The secrets are the finders' alone; a finder knows one conversation and nothing of its owner. */
  const known: Record<Person, (asked: Things) => string[]> = {
    visitor: () => [],
    finder: ({ itemId }) =>
      [owners.live, owners.deleted].flatMap((each) => (each.itemId === itemId ? [...each.traces, each.secret] : [])),
    unverified: () => [],
    owner: () => tracesOf(hidden(owners)),
    otherOwner: () => tracesOf(hidden(others)),
    administrator: () => tracesOf(hidden(administrators)),
  };
  return {
    things,
    /** Whatever must not occur in an answer to this person who asked about these things. */
    unknownTo: (person: Person, asked: Things) => {
      const theirs = known[person](asked);
      return all.flatMap(tracesOf).filter((trace) => !theirs.includes(trace));
    },
  };
}

/** Everybody's deletion is pending, since the moment that the tokens are about. */
export async function askDeletionAgain({ app, accounts }: World): Promise<void> {
  for (const { uid, askedAt } of Object.values(accounts)) {
    await app.installation.db.updateTable('users').set({ deletionAskedAt: askedAt }).where('uid', '=', uid).execute();
  }
}

export async function makeLinksUnused({ app }: World): Promise<void> {
  await app.installation.db.updateTable('accountLinks').set({ usedAt: null }).execute();
}

/** All that functions could change, by the account that it belongs to; what is nobody's is under `site`. */
export async function readAllRows({ app }: World): Promise<{ uid: string; row: string }[]> {
  const watched = (Object.entries(tables) as [string, TableFacts][]).flatMap(([name, facts]) => rowsOf(name, facts));
  const { rows } = await sql<{ uid: string; row: string }>`
    ${sql.join(watched, sql` union all `)} order by 1, 2`.execute(app.installation.db);
  return rows;
}

function rowsOf(name: string, { account, watched }: TableFacts) {
  if (watched !== 'all' && 'not' in watched) return [];
  const table = sql.table(name);
  const row =
    watched === 'all'
      ? sql`to_jsonb(${table})::text`
      : sql`concat_ws(' ', ${sql.join(watched.map((column) => sql.ref(column)))})`;
  if (account === null) return [sql`select 'site' as uid, ${row} as row from ${table}`];
  if (typeof account === 'string')
    return [sql`select coalesce(${sql.ref(account)}, 'site') as uid, ${row} as row from ${table}`];
  const owner = sql`coalesce(
    (select owner_id from items where id = ${table}.${sql.ref(account.item)}),
    (select owner_id from tag_batches where id = ${table}.${sql.ref(account.batch)}), 'site')`;
  return [sql`select ${owner} as uid, ${row} as row from ${table}`];
}

const missing: Things = {
  itemId: '0000000000000000',
  hash: toItemHash('0000000000000000'),
  blankCode: '0000000000000000',
  conversationId: 'A'.repeat(22),
  messageId: '',
  secret: 'A'.repeat(43),
  uid: 'A'.repeat(32),
  email: 'nobody@example.com',
  displayName: 'Nobody',
  keepToken: `${'A'.repeat(32)}.${'A'.repeat(22)}`,
  linkToken: 'A'.repeat(43),
  resetToken: 'A'.repeat(43),
  ownerId: 'A'.repeat(32),
  traces: [],
};

const malformed: Things = {
  ...missing,
  itemId: 'a\0b',
  hash: 'a\0b',
  blankCode: 'a\0b',
  conversationId: 'a\0b',
  secret: 'a\0b',
  uid: 'a\0b',
  email: 'no address',
  keepToken: 'a\0b',
  linkToken: 'a\0b',
  resetToken: 'a\0b',
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

function forged({ conversationId }: Things, ownSecret: string): string {
  const code = Buffer.from(ownSecret, 'base64url').subarray(16);
  return Buffer.concat([Buffer.from(conversationId, 'base64url'), code]).toString('base64url');
}

async function makeAccount(app: App, displayName: string) {
  const owner = await makeOwner(app, displayName);
  await owner.call('deleteAccount', { password });
  const mail = await app.mailbox.find(owner.email, 'will be deleted');
  const { deletionAskedAt } = await app.installation.db
    .selectFrom('users')
    .select('deletionAskedAt')
    .where('uid', '=', owner.uid)
    .executeTakeFirstOrThrow();
  await owner.call('keepAccount', {});
  const keepToken = tokenIn(linkIn(mail));
  await owner.auth('change-email', { newEmail: `new-${owner.email}` });
  const linkToken = tokenIn(linkIn(await app.mailbox.find(owner.email, 'Allow a new address')));
  const resetToken = tokenIn((await makeResetLink(owner.email, app.installation)) ?? '');
  return Object.assign(owner, { displayName, keepToken, linkToken, resetToken, askedAt: deletionAskedAt });
}

async function makeThings({ app, gone }: World, owner: Account): Promise<ThingsOfOne> {
  await owner.call('updateUserProfile', { displayName: owner.displayName });
  const live = { ...(await makeItemWithFinder(app, owner)), ...accountOf(owner) };
  const deleted = { ...(await makeItemWithFinder(app, owner)), ...accountOf(gone) };
  await owner.call('deleteItem', { id: deleted.itemId });
  await owner.call('retireBlankTag', { code: deleted.blankCode });
  return { live, deleted };
}

function tokenIn(link: string): string {
  return new URL(link).searchParams.get('token') ?? '';
}

function accountOf({ uid, email, displayName, keepToken, linkToken, resetToken }: Account) {
  return { uid, email, displayName, keepToken, linkToken, resetToken };
}

async function makeItemWithFinder(app: App, owner: Account) {
  // In letters alone: a name with many digits is refused.
  const word = crypto.randomUUID().replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
  const { id: itemId, hash } = await makeItem(owner, { name: `Backpack ${word}`, note: `Passport ${word}` });
  const report = { hash, key: crypto.randomUUID(), text: `I have ${word}.`, name: `Kim ${word}` };
  const { secret } = await app.visitor().call('reportFound', report);
  const { conversations } = await owner.call('listConversations', {});
  const conversationId = conversations[0]?.id ?? '';
  const messageId = conversations[0]?.lastMessage.id ?? '';
  const { tags } = await owner.call('makeBlankTags', { count: 1, key: crypto.randomUUID() });
  const blankCode = tags[0]?.code ?? '';
  return {
    itemId,
    hash,
    blankCode,
    secret,
    conversationId,
    messageId,
    ownerId: owner.uid,
    traces: [itemId, hash, blankCode, conversationId, word],
  };
}

/** Signed in, but the address was never confirmed: a session that does not count, and a token forged for it with our own key. */
async function makeUnverified(app: App): Promise<Visitor> {
  const visitor = app.visitor();
  const account = { name: 'Eve', email: 'eve@example.com', password };
  await visitor.auth('sign-up/email', account);
  const confirm = (emailVerified: boolean) =>
    app.installation.db.updateTable('users').set({ emailVerified }).where('email', '=', account.email).execute();
  await confirm(true);
  await visitor.auth('sign-in/email', account);
  await confirm(false);
  const session = await app.installation.db
    .selectFrom('authSessions')
    .innerJoin('users', 'users.uid', 'authSessions.userId')
    .select(['authSessions.id', 'uid'])
    .where('email', '=', account.email)
    .executeTakeFirstOrThrow();
  visitor.token = (await issueAccessToken(app.installation.keys.key('access-token'), session)).token;
  return visitor;
}
