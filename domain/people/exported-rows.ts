import { sql } from 'kysely';
import { exactTime } from '../../server/db/keyset.ts';
import type { Services } from '../../server/services.ts';
import type { CurrentUser } from '../accounts/contract/schema.ts';
import { toMessageId } from '../messages/message-id.ts';
import { ordersOf } from './exported-orders.ts';
import { byTime, each, inChunks, ofChunks, rowsAtOnce } from './row-chunks.ts';

const beginningOfScans = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

/** All rows that belong to the user, by the name of their file in the export. */
export function rowsOf({ uid }: CurrentUser, { db, keys }: Services): Record<string, AsyncIterable<unknown[]>> {
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
      .select(['id', 'itemId', 'purpose', 'createdAt', 'expiresAt', 'acceptedAt'])
      .where('ownerId', '=', uid),
  );
  const handovers = byTime(
    db
      .selectFrom('itemHandovers')
      .select(['id', 'itemId', 'itemName', 'createdAt', 'acceptedAt'])
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
      .select(['id', 'kind', 'createdAt', 'sentAt', 'failedAt', 'lastError', 'lastErrorAt', 'possiblyAutomatic'])
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

export function filesOf({ uid }: Pick<CurrentUser, 'uid'>, { db }: Pick<Services, 'db'>) {
  return byTime(db.selectFrom('files').selectAll().where('ownerId', '=', uid));
}

function withoutTokens(text: string): string {
  return text.replace(/([?&]token=)\S+/g, '$1…');
}
