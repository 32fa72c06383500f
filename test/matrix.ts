import { grantAdmin } from '../domain/accounts/roles.ts';
import { toItemHash } from '../domain/items/item-hash.ts';
import { issueAccessToken } from '../server/auth/access-token.ts';
import type { App } from './app.ts';
import { makeItem, makeOwner, password } from './make.ts';
import type { Visitor } from './visitor.ts';

export const persons = ['visitor', 'finder', 'unverified', 'owner', 'otherOwner', 'administrator'] as const;
export type Person = (typeof persons)[number];

export const targets = ['own', 'others', 'deleted', 'missing', 'malformed'] as const;
export type Target = (typeof targets)[number];

/** Everything that a function can be asked about, of one kind: an item, its tag, a conversation about it and its finder, an account. */
export type Things = {
  itemId: string;
  hash: string;
  conversationId: string;
  /** For the finder; all others know no more of it than the conversation's id. */
  secret: string;
  uid: string;
};

export type World = Awaited<ReturnType<typeof makeWorld>>;

/** One person of each kind, each with a token if there is any way to one. */
export async function makeWorld(app: App) {
  const owner = await makeOwner(app);
  const otherOwner = await makeOwner(app, 'Bob');
  const administrator = await makeOwner(app, 'Root');
  await grantAdmin(administrator.email, app.installation);
  const gone = await makeOwner(app, 'Gone');
  await app.installation.db.deleteFrom('authUsers').where('id', '=', gone.uid).execute();
  const people: Record<Person, Visitor> = {
    visitor: app.visitor(),
    finder: app.visitor(),
    unverified: await makeUnverified(app),
    owner,
    otherOwner,
    administrator,
  };
  return { app, people, accounts: { owner, otherOwner, administrator }, goneUid: gone.uid };
}

/** For each person what is theirs, somebody else's, deleted, never made, and no id at all; fresh, so that it can be used up. */
export async function makeTargets(world: World): Promise<Record<Person, Record<Target, Things>>> {
  const { owner, otherOwner, administrator } = world.accounts;
  const [owners, others, administrators] = [
    await makeThings(world, owner),
    await makeThings(world, otherOwner),
    await makeThings(world, administrator),
  ];
  const hidden = (things: Record<'live' | 'deleted', Things>) => ({
    live: { ...things.live, secret: things.live.conversationId },
    deleted: { ...things.deleted, secret: things.deleted.conversationId },
  });
  const seen = (mine: typeof owners, theirs: typeof owners) => ({
    own: mine.live,
    others: theirs.live,
    deleted: mine.deleted,
    missing,
    malformed,
  });
  const stranger = seen(hidden(owners), hidden(others));
  return {
    visitor: stranger,
    finder: { ...seen(owners, others), others: { ...others.live, secret: forged(others.live, owners.live.secret) } },
    unverified: stranger,
    owner: seen(hidden(owners), hidden(others)),
    otherOwner: seen(hidden(others), hidden(owners)),
    administrator: seen(hidden(administrators), hidden(owners)),
  };
}

const missing: Things = {
  itemId: '0000000000000000',
  hash: toItemHash('0000000000000000'),
  conversationId: 'A'.repeat(22),
  secret: 'A'.repeat(43),
  uid: 'A'.repeat(32),
};

const malformed: Things = { itemId: 'a\0b', hash: 'a\0b', conversationId: 'a\0b', secret: 'a\0b', uid: 'a\0b' };

/** The id of a strange conversation with the code of one's own. */
function forged({ conversationId }: Things, ownSecret: string): string {
  const code = Buffer.from(ownSecret, 'base64url').subarray(16);
  return Buffer.concat([Buffer.from(conversationId, 'base64url'), code]).toString('base64url');
}

async function makeThings({ app, goneUid }: World, owner: Visitor & { uid: string }) {
  const live = { ...(await makeItemWithFinder(app, owner)), uid: owner.uid };
  const deleted = { ...(await makeItemWithFinder(app, owner)), uid: goneUid };
  await owner.call('deleteItem', { id: deleted.itemId });
  return { live, deleted };
}

async function makeItemWithFinder(app: App, owner: Visitor) {
  const { id: itemId, hash } = await makeItem(owner);
  const report = { hash, key: crypto.randomUUID(), text: 'I have it here.' };
  const { secret } = await app.visitor().call('reportFound', report);
  const { conversations } = await owner.call('listConversations', {});
  return { itemId, hash, secret, conversationId: conversations[0]?.id ?? '' };
}

/** Signed in, but the address was never confirmed: a session that does not count, and a token forged for it with our own key. */
async function makeUnverified(app: App): Promise<Visitor> {
  const visitor = app.visitor();
  const account = { name: 'Eve', email: 'eve@example.com', password };
  await visitor.auth('sign-up/email', account);
  await visitor.auth('sign-in/email', account);
  const session = await app.installation.db
    .selectFrom('authSessions')
    .innerJoin('users', 'users.uid', 'authSessions.userId')
    .select(['authSessions.id', 'uid'])
    .where('email', '=', account.email)
    .executeTakeFirstOrThrow();
  visitor.token = (await issueAccessToken(app.installation.keys.key('access-token'), session)).token;
  return visitor;
}
