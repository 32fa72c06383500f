import { sql } from 'kysely';
import type { ItemSummary } from '../domain/items/contract/schema.ts';
import { deleteDueAccounts } from '../domain/people/delete-due-accounts.ts';
import type { App } from './app.ts';
import { makeConversation, makeFinder, makeItem, makeOwner, type Person, password } from './make.ts';
import { sharedApp } from './shared-app.ts';
import type { Visitor } from './visitor.ts';

/** Somebody, in the app that the tests of the file share unless another is given. */
export async function withOwner(given: App | Promise<App> = sharedApp()) {
  const app = await given;
  return { app, owner: await makeOwner(app) };
}

export async function withItem(given?: App | Promise<App>) {
  const world = await withOwner(given);
  return { ...world, item: await makeItem(world.owner) };
}

/** Who has opened the tag's page and sent nothing. */
export async function withFinder(given?: App | Promise<App>) {
  const world = await withItem(given);
  return { ...world, finder: await makeFinder(world.app, world.item) };
}

/** A finder wrote about the item; `path` is the private link. */
export async function withConversation(given?: App | Promise<App>, text?: string) {
  const world = await withItem(given);
  return { ...world, ...(await beginConversation(world.owner, world.item, text)) };
}

/** The same about an item that is there. */
export async function beginConversation(owner: Visitor, item: ItemSummary, text?: string) {
  const { finder, path } = await makeConversation(owner.app, item, text);
  const [{ id = '' } = {}] = (await owner.call('listConversations', {})).conversations;
  return { finder, path, secret: path.split('/').at(-1) ?? '', id };
}

/** Deletes the account as if the days had passed in which it can be kept. */
export async function eraseAccount(person: Person): Promise<void> {
  const { services } = person.app;
  await person.call('deleteAccount', { password });
  await sql`update users set deletion_asked_at = now() - interval '8 days' where uid = ${person.uid}`.execute(
    services.db,
  );
  await deleteDueAccounts(services);
}
