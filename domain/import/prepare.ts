import { z } from 'zod';
import { type Document, idOf, isObject, own, readDocuments } from './read-export.ts';
import { readTime } from './row-schemas.ts';
import { type Kind, kinds, type Outcome, type Reason } from './run.ts';

const field = z.string().min(1).max(200);

/** Which field holds what; a dot leads into a map. What is left out has the names here. */
export const mapping = z.strictObject({
  items: z
    .strictObject({
      /** Of what is printed on the tag; the id of the document unless it is given. */
      id: field.optional(),
      owner: field.default('ownerId'),
      name: field.default('name'),
      category: field.default('category'),
      /** Our category for each of theirs; all others are `other`. */
      categories: z.record(z.string(), z.string()).default({}),
      note: field.default('note'),
      createdAt: field.default('createdAt'),
      /** True, or the time of the loss. */
      lost: field.default('lost'),
      archived: field.default('archived'),
    })
    .prefault({}),
  messages: z
    .strictObject({
      owner: field.default('ownerId'),
      read: field.default('readByOwner'),
      text: field.default('message'),
      item: field.default('itemId'),
      name: field.default('senderName'),
      createdAt: field.default('createdAt'),
    })
    .prefault({}),
});

type Mapping = z.infer<typeof mapping>;

/** Something to import: `place` is that in its file, from 1, `id` its old one, `name` what people know it by. */
export type Entry = { kind: Kind; place: number; id: string; name: string; row: unknown; refused?: Reason };
type Unplaced = Omit<Entry, 'place'>;

type Maintenance = { enabled?: boolean; message?: string };

export type ExportFiles = {
  accounts?: unknown;
  users?: unknown;
  items?: unknown;
  messages?: unknown;
  settings?: unknown;
};

export type ExportFile = keyof ExportFiles;

export type Prepared = { entries: Entry[]; maintenance: Maintenance | undefined };

/** What there is to import, accounts first. An export that is not understood is named. */
export function prepare(files: ExportFiles, mapping: Mapping): Prepared | { unreadable: ExportFile } {
  const collections = {
    accounts: 'users',
    users: 'users',
    items: 'items',
    messages: 'webMessages',
    settings: 'settings',
  };
  const read = {} as Record<ExportFile, Document[]>;
  for (const [file, collection] of Object.entries(collections) as [ExportFile, string][]) {
    const documents = files[file] === undefined ? [] : readDocuments(files[file], collection);
    if (!documents) return { unreadable: file };
    read[file] = documents;
  }
  const profiles = new Map(read.users.map(({ id, fields }) => [id, fields]));
  const accounts = read.accounts.map(({ id, fields }) => toAccount(id, fields, profiles.get(id)));
  const items = read.items.map((document) => toItem(document, mapping.items));
  const messages = read.messages.map((document) => toMessage(document, mapping.messages));
  const refuse = refuseLocally();
  const placed = (file: Unplaced[]) => file.map((entry, index) => refuse({ ...entry, place: index + 1 }));
  return {
    // Only what is left is sorted: of two with one id, the first in the file comes.
    entries: [...placed(accounts), ...placed(items), ...placed(messages).sort(byTime)],
    maintenance: toMaintenance(read.settings),
  };
}

function toAccount(
  id: unknown,
  fields: Record<string, unknown>,
  profile: Record<string, unknown> | undefined,
): Unplaced {
  const names = ['email', 'emailVerified', 'passwordHash', 'salt', 'createdAt', 'lastSignedInAt', 'disabled'];
  const row = {
    uid: id,
    ...fromAdminSdk(fields),
    ...pick(fields, [...names, 'displayName']),
    // Roles are never taken over.
    profile: profile && pick(profile, ['displayName', 'emailVerified', 'createdAt', 'lastLogin']),
  };
  return { kind: 'account', id: textOf(id), name: textOf(own(fields, 'email')), row };
}

/** What the Admin SDK and the REST interface call otherwise than the command. */
function fromAdminSdk(fields: Record<string, unknown>): Record<string, unknown> {
  const others = {
    salt: 'passwordSalt',
    createdAt: 'metadata.creationTime',
    lastSignedInAt: 'metadata.lastSignInTime',
  };
  const restNames = { lastSignedInAt: 'lastLoginAt' };
  const found = [...Object.entries(restNames), ...Object.entries(others)].map(([name, path]) => [
    name,
    at(fields, path),
  ]);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

function toItem({ id, fields }: Document, mapping: Mapping['items']): Unplaced {
  const { id: idField, categories, ...rest } = mapping;
  const printed = idField ? at(fields, idField) : id;
  const fitting = mapped(fields, rest);
  const row = { ...fitting, owner: idOf(fitting.owner), id: textOf(printed) || printed };
  const category = textOf(row.category);
  const name = textOf(row.name);
  return {
    kind: 'item',
    id: textOf(printed),
    name,
    row: { ...row, category: Object.hasOwn(categories, category) ? categories[category] : category },
  };
}

function toMessage({ id, fields }: Document, mapping: Mapping['messages']): Unplaced {
  const fitting = mapped(fields, mapping);
  const row = { ...fitting, owner: idOf(fitting.owner), item: idOf(fitting.item), id };
  return { kind: 'message', id: textOf(id), name: textOf(row.name), row };
}

function mapped<Name extends string>(fields: Record<string, unknown>, mapping: Record<Name, string>) {
  const values = Object.entries<string>(mapping).map(([name, path]) => [name, at(fields, path)]);
  return Object.fromEntries(values) as Record<Name, unknown>;
}

function at(fields: Record<string, unknown>, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (isObject(value) ? own(value, name) : undefined), fields);
}

function pick(fields: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, own(fields, name)]).filter(([, value]) => value !== undefined));
}

function toMaintenance(documents: Document[]): Maintenance | undefined {
  const fields = documents.find(({ id }) => id === 'maintenance')?.fields;
  if (!fields) return undefined;
  const [enabled, message] = [own(fields, 'enabled'), own(fields, 'message')];
  return {
    ...(typeof enabled === 'boolean' && { enabled }),
    ...(typeof message === 'string' && { message: message.slice(0, 2000) }),
  };
}

const maxRowBytes = 20_000;

/** Refuses what is wrong already without the database. */
function refuseLocally() {
  const seen = new Map(kinds.map((kind) => [kind, new Set<string>()]));
  const emails = new Set<string>();
  const isNew = (set: Set<string> | undefined, text: string) => text === '' || (set && !set.has(text) && set.add(text));
  return (entry: Entry): Entry => {
    const bytes = new TextEncoder().encode(JSON.stringify(entry.row)).length;
    const email = entry.kind === 'account' ? entry.name.trim().toLowerCase() : '';
    const isFirst = isNew(seen.get(entry.kind), entry.id) && isNew(emails, email);
    const refused: Reason | undefined = bytes > maxRowBytes ? 'tooLarge' : isFirst ? undefined : 'repeated';
    const short = { ...entry, id: entry.id.slice(0, 200), name: entry.name.slice(0, 200) };
    return refused ? { ...short, row: undefined, refused } : short;
  };
}

function byTime(a: Entry, b: Entry): number {
  return timeIn(a.row) - timeIn(b.row);
}

function timeIn(row: unknown): number {
  return (isObject(row) && readTime(own(row, 'createdAt'))?.getTime()) || 0;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export type Reported = Omit<Entry, 'row' | 'refused'> & Outcome;
