import sharp from 'sharp';
import { vi } from 'vitest';
import type { Receipt } from '../domain/files/contract/schema.ts';
import type { ItemSummary } from '../domain/items/contract/schema.ts';
import { codeOf, stepSeconds } from '../domain/second-factor/totp.ts';
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
  return takeToken(visitor, email);
}

/** An administrator who has proved a second factor in this session. */
export async function makeAdministrator(app: App, name = 'Grace'): Promise<Administrator> {
  const person = await makeOwner(app, name);
  // It draws mails, and those who start this without a build (npm run faults) cannot read JSX.
  const { grantAdmin } = await import('../domain/accounts/roles.ts');
  await grantAdmin(person.email, app.services);
  return proveNewFactor(person);
}

export type Administrator = Person & { /** Of the authenticator app. */ secret: string; recoveryCodes: string[] };

/** Adds an authenticator app to an administrator's account, which proves it in this session. */
export async function proveNewFactor(person: Person): Promise<Administrator> {
  const { secret, sealed } = await person.call('offerAuthenticatorApp', {});
  const { recoveryCodes } = await person.call('addAuthenticatorApp', { sealed, code: appCode(secret), password });
  return Object.assign(person, { secret, recoveryCodes });
}

/** What the authenticator app shows, now or some steps of 30 seconds later. */
export function appCode(secret: string, stepsLater = 0): string {
  return codeOf(secret, Math.floor(realNow() / 1000 / stepSeconds) + stepsLater);
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
  return takeToken(visitor, email);
}

/** Of the session that the visitor has. */
async function takeToken(visitor: Visitor, email: string): Promise<Person> {
  const answer = await visitor.auth('token', {});
  const { token, user } = (await answer.json()) as { token: string; user: { uid: string } };
  visitor.token = token;
  return Object.assign(visitor, { email, uid: user.uid });
}

export function makeItem(owner: Visitor, details: Partial<ItemSummary> = {}): Promise<ItemSummary> {
  const { name = 'Blue backpack', category = 'bag', note = 'It has my passport in it.' } = details;
  return owner.call('addItem', { key: crypto.randomUUID(), name, category, note });
}

/** An item of the owner, one of theirs or a new one, which the other shares from now on. */
export async function shareItem(owner: Visitor, other: Visitor, given?: ItemSummary): Promise<ItemSummary> {
  const item = given ?? (await makeItem(owner));
  await other.call('acceptInvitation', { token: await invite(owner, item) });
  return item;
}

/** @returns the token of the link */
export async function invite(
  owner: Visitor,
  { id }: { id: string },
  purpose: 'sharing' | 'handover' = 'sharing',
): Promise<string> {
  return (await owner.call('makeInvitation', { id, purpose })).token;
}

export async function handOver(owner: Visitor, taker: Visitor, item: { id: string }): Promise<ItemSummary> {
  return taker.call('acceptHandover', { token: await invite(owner, item, 'handover') });
}

/** A sheet of 21 labels, in millimetres. */
export const labelMeasures = {
  pageWidth: 210,
  pageHeight: 297,
  columns: 3,
  rows: 7,
  labelWidth: 60,
  labelHeight: 40,
  leftMargin: 10,
  topMargin: 8.5,
  pitchX: 62.5,
  pitchY: 40,
};

export function makeLabelTemplate(owner: Visitor, details: { name?: string } & Partial<typeof labelMeasures> = {}) {
  return owner.call('addLabelTemplate', { ...labelMeasures, name: 'My sheet', ...details, key: crypto.randomUUID() });
}

/** A square of one colour, as a JPEG. */
export function drawPicture(side = 64, background = '#0a6'): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = { width: side, height: side, channels: 3 as const, background };
  return sharp({ create: canvas })
    .jpeg()
    .toBuffer()
    .then((bytes) => new Uint8Array(bytes));
}

/** Puts a picture on the item. */
export async function makePicture(owner: Visitor, { id }: Pick<ItemSummary, 'id'>, picture?: Uint8Array<ArrayBuffer>) {
  const data = { itemId: id, key: crypto.randomUUID() };
  const answer = await owner.upload('setPicture', data, picture ?? (await drawPicture()));
  return ((await answer.json()) as { result: ItemSummary }).result;
}

export const pdf = new TextEncoder().encode(
  '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

export async function makeReceipt(owner: Visitor, { id }: Pick<ItemSummary, 'id'>, name = 'Bill', file = pdf) {
  const answer = await owner.upload('addReceipt', { itemId: id, key: crypto.randomUUID(), name }, file);
  return ((await answer.json()) as { result: Receipt }).result;
}

/** The names of all that is in the file store: ids of files. */
export async function storedFolders({ services }: App): Promise<string[]> {
  const folders: string[] = [];
  for await (const folder of services.files.folders()) folders.push(folder);
  return folders.sort();
}

export async function makeFinder(app: App, item: ItemSummary): Promise<Visitor> {
  const finder = app.visitor();
  await finder.get(`/item/${item.hash}`);
  return finder;
}

/** A finder who wrote; `path` is the private link. */
export async function makeConversation(app: App, item: ItemSummary, text = 'I have it here.') {
  const finder = await makeFinder(app, item);
  const sent = await finder.post(`/item/${item.hash}`, { text });
  return { finder, path: sent.headers.get('location') ?? '' };
}

const sinceStart = performance.now.bind(performance);
/** Also while a test has another time. */
const realNow = Date.now.bind(Date);

/** Moves the clocks of this process on, and stops the one on the wall there; timers keep their own. */
export function passTime(ms: number): void {
  const now = Date.now() + ms;
  vi.useFakeTimers({ toFake: ['Date'], now });
  const ahead = performance.now() - sinceStart() + ms;
  vi.spyOn(performance, 'now').mockImplementation(() => sinceStart() + ahead);
}
