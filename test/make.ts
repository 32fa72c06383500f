import { vi } from 'vitest';
import type { ItemSummary } from '../domain/items/contract/schema.ts';
import type { App } from './app.ts';
import { linkIn } from './mailbox.ts';
import type { Visitor } from './visitor.ts';

export type Person = Visitor & { email: string; uid: string };

let people = 0;
export const password = 'correct horse battery';

export function newEmail(name = 'Ada'): string {
  return `${name.toLowerCase()}${++people}@example.com`;
}

export async function makeOwner(app: App, name = 'Ada'): Promise<Person> {
  const visitor = app.visitor();
  const email = newEmail(name);
  await visitor.auth('sign-up/email', { name, email, password });
  await openMailedLink(app, visitor, email, 'Confirm');
  return signIn(visitor, email);
}

export async function moveAccount(app: App, owner: Person, newEmail: string): Promise<void> {
  await owner.auth('change-email', { newEmail });
  await openMailedLink(app, owner, owner.email, 'Allow a new address');
  await openMailedLink(app, owner, newEmail, 'Confirm your new address');
}

async function openMailedLink(app: App, visitor: Visitor, to: string, subject: string): Promise<void> {
  const link = new URL(linkIn(await app.mailbox.find(to, subject)));
  await visitor.auth('verify-email', { token: link.searchParams.get('token') });
}

export async function signIn(visitor: Visitor, email: string): Promise<Person> {
  await visitor.auth('sign-in/email', { email, password });
  const answer = await visitor.auth('token', {});
  const { token, user } = (await answer.json()) as { token: string; user: { uid: string } };
  visitor.token = token;
  return Object.assign(visitor, { email, uid: user.uid });
}

export function makeItem(owner: Visitor, details: Partial<ItemSummary> = {}): Promise<ItemSummary> {
  const { name = 'Blue backpack', category = 'bag', note = 'It has my passport in it.' } = details;
  return owner.call('addItem', { key: crypto.randomUUID(), name, category, note });
}

export async function makeFinder(app: App, item: ItemSummary): Promise<Visitor> {
  const finder = app.visitor();
  await finder.get(`/item/${item.hash}`);
  passTime(5_000);
  return finder;
}

/** A finder who wrote; `path` is the private link. */
export async function makeConversation(app: App, item: ItemSummary, text = 'I have it here.') {
  const finder = await makeFinder(app, item);
  const sent = await finder.post(`/item/${item.hash}`, { text });
  return { finder, path: sent.headers.get('location') ?? '' };
}

const sinceStart = performance.now.bind(performance);

/** Moves the clocks of this process on, and stops the one on the wall there; timers keep their own. */
export function passTime(ms: number): void {
  const now = Date.now() + ms;
  vi.useFakeTimers({ toFake: ['Date'], now });
  const ahead = performance.now() - sinceStart() + ms;
  vi.spyOn(performance, 'now').mockImplementation(() => sinceStart() + ahead);
}
