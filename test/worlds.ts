import type { App } from './app.ts';
import { makeConversation, makeFinder, makeItem, makeOwner } from './make.ts';
import { sharedApp } from './shared-app.ts';

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
  const { finder, path } = await makeConversation(world.app, world.item, text);
  const [{ id = '' } = {}] = (await world.owner.call('listConversations', {})).conversations;
  return { ...world, finder, path, secret: path.split('/').at(-1) ?? '', id };
}
