import { defaultLanguage, translationsIn } from '../../language/languages.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { newTagCode } from '../items/contract/tag-code.ts';
import { factColumns } from '../items/items.ts';
import { newConversationId } from '../messages/conversations.ts';
import { personName } from '../texts/contract/person-name.ts';
import { type Given, importOwnedRows } from './import-owned-rows.ts';
import { type ImportedMessageRow, type ItemRow, itemRow, messageRow } from './row-schemas.ts';
import type { Outcome, Reason } from './run.ts';

/** Adds items to accounts that were imported, each with a tag. The old address of the tag, a hash of `prefix` and the old id, leads there. */
export function importItemRows({ prefix, ...given }: Given & { prefix: string }, services: Services) {
  const unnamed = translationsIn(defaultLanguage)('firebaseImport.unnamed');
  const add = (trx: Executor, items: ItemRow[]) =>
    addItems(
      trx,
      items.map((item) => ({ ...item, name: item.name || unnamed })),
      prefix,
    );
  const missing = ({ name }: ItemRow): Reason[] => (name ? [] : ['badName']);
  return importOwnedRows(given, { kind: 'item', act: 'importOldItems', rowRules: itemRow, add, missing }, services);
}

async function addItems(trx: Executor, items: ItemRow[], prefix: string): Promise<void> {
  const now = new Date();
  const rows = items.map((item) => ({ ...item, code: newTagCode(), since: item.createdAt ?? now }));
  await trx
    .insertInto('items')
    .values(
      rows.map(({ code, owner, name, category, note, lost, archived, since }) => ({
        id: code,
        ownerId: owner,
        name,
        category,
        note,
        ...factColumns(),
        creationKey: `import:${code}`,
        lostAt: lost ? lossOf(lost, now) : null,
        archivedAt: archived ? now : null,
        createdAt: since,
      })),
    )
    .execute();
  const tags = rows.map(({ code, since }) => ({ code, status: 'active' as const, itemId: code, activatedAt: since }));
  await trx.insertInto('tags').values(tags).execute();
  const legacy = rows.map(({ id, code }) => ({ id, prefix, code }));
  await trx.insertInto('legacyTags').values(legacy).execute();
  const losses = rows.flatMap(({ code, owner, lost }) =>
    lost ? [{ itemId: code, ownerId: owner, state: 'lost' as const, createdAt: lossOf(lost, now) }] : [],
  );
  if (losses.length > 0) await trx.insertInto('itemStates').values(losses).execute();
}

const lossOf = (lost: Date | true, now: Date) => (lost === true ? now : lost);

/** Makes a closed conversation of each message; one about no known item stands with an archived one. Nobody is told of them. */
export function importMessages(given: Given, services: Services): Promise<Outcome[]> {
  const itemName = translationsIn(defaultLanguage)('firebaseImport.earlierMessages');
  const add = (trx: Executor, messages: ImportedMessageRow[]) => addMessages(trx, messages, itemName);
  const missing = ({ text }: ImportedMessageRow): Reason[] => (text ? [] : ['noWords']);
  return importOwnedRows(
    given,
    { kind: 'message', act: 'importOldMessages', rowRules: messageRow, add, missing },
    services,
  );
}

async function addMessages(trx: Executor, messages: ImportedMessageRow[], itemName: string): Promise<void> {
  const now = new Date();
  const itemOf = await findItems(trx, messages, itemName);
  const rows = messages.map((message) => ({
    ...message,
    conversationId: newConversationId(),
    itemId: itemOf(message),
    since: message.createdAt ?? now,
  }));
  await trx
    .insertInto('conversations')
    .values(
      rows.map(({ conversationId, itemId, owner, name, read, since }) => ({
        id: conversationId,
        itemId,
        ownerId: owner,
        finderName: personName.safeParse(name).data || null,
        closedAt: now,
        createdAt: since,
        unreadByOwner: read === false,
      })),
    )
    .execute();
  const written = await trx
    .insertInto('webMessages')
    .values(
      rows.map(({ conversationId, itemId, owner, text, read, since }) => ({
        conversationId,
        itemId,
        ownerId: owner,
        author: 'finder' as const,
        text: text ?? '',
        readByOwner: read !== false,
        readByFinder: true,
        idempotencyKey: `import:${conversationId}`,
        createdAt: since,
      })),
    )
    .returning(['id', 'conversationId'])
    .execute();
  await trx
    .updateTable('conversations')
    .from('webMessages')
    .set(({ ref }) => ({ lastMessageId: ref('webMessages.id') }))
    .whereRef('webMessages.conversationId', '=', 'conversations.id')
    .where(
      'conversations.id',
      'in',
      written.map(({ conversationId }) => conversationId),
    )
    .execute();
}

/** The item that the message is about; one of its owner that is made for the messages about none. */
async function findItems(trx: Executor, messages: ImportedMessageRow[], name: string) {
  const oldIds = messages.flatMap(({ item }) => item || []);
  const found = await trx
    .selectFrom('legacyTags')
    .innerJoin('items', 'items.id', 'legacyTags.code')
    .select(['legacyTags.id as oldId', 'items.id', 'items.ownerId'])
    .where('legacyTags.id', 'in', oldIds.length > 0 ? oldIds : [''])
    .execute();
  const items = new Map(found.map(({ oldId, id, ownerId }) => [`${ownerId} ${oldId}`, id]));
  const about = ({ owner, item }: ImportedMessageRow) => items.get(`${owner} ${item}`);
  const withoutItem = [...new Set(messages.filter((message) => !about(message)).map(({ owner }) => owner))];
  const others = await makeItems(trx, withoutItem, name);
  return (message: ImportedMessageRow) => about(message) ?? others.get(message.owner) ?? '';
}

const keyStart = 'import-messages:';

async function makeItems(trx: Executor, owners: string[], name: string): Promise<Map<string, string>> {
  if (owners.length === 0) return new Map();
  const now = new Date();
  const items = owners.map((owner) => ({
    id: newTagCode(),
    ownerId: owner,
    name,
    category: 'other',
    note: '',
    ...factColumns(),
    creationKey: keyStart + owner,
    archivedAt: now,
  }));
  const added = await trx
    .insertInto('items')
    .values(items)
    .onConflict((conflict) => conflict.column('creationKey').doNothing())
    .returning('id')
    .execute();
  const tags = added.map(({ id }) => ({ code: id, status: 'active' as const, itemId: id, activatedAt: now }));
  if (tags.length > 0) await trx.insertInto('tags').values(tags).execute();
  const rows = await trx
    .selectFrom('items')
    .select(['id', 'ownerId'])
    .where(
      'creationKey',
      'in',
      owners.map((owner) => keyStart + owner),
    )
    .execute();
  return new Map(rows.map(({ id, ownerId }) => [ownerId, id]));
}
