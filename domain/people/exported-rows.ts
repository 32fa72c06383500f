import type { Services } from '../../server/services.ts';
import type { CurrentUser } from '../accounts/contract/schema.ts';
import { byKey, byTime, each, ofChunks, without } from '../lists/row-chunks.ts';
import { toMessageId } from '../messages/message-id.ts';
import { ordersOf } from './exported-orders.ts';

const firstUuid = '00000000-0000-0000-0000-000000000000';

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
  const tagsOf = (column: 'itemId' | 'batchId', rows: { id: string }[]) => {
    const ids = rows.map(({ id }) => id);
    const tags = db.selectFrom('tags').selectAll().where(column, 'in', ids);
    return byKey(column === 'batchId' ? tags.where('itemId', 'is', null) : tags, 'code');
  };
  async function* tags() {
    yield* ofChunks(items(), (rows) => tagsOf('itemId', rows));
    yield* ofChunks(batches(), (rows) => tagsOf('batchId', rows));
  }
  const messagesOf = (conversation: { id: string }) =>
    byKey(
      db
        .selectFrom('webMessages')
        .select(['id', 'conversationId', 'author', 'text', 'answer', 'readByOwner', 'readByFinder', 'heldReason'])
        .select(['details', 'pictureId', 'deletedAt', 'createdAt', 'byMember'])
        .select(['reply', 'meeting', 'language', 'hiddenAs'])
        .where('conversationId', '=', conversation.id),
      'id',
      '0',
    );
  async function* messagesOfAll(rows: { id: string }[]) {
    for (const row of rows) yield* messagesOf(row);
  }
  const reports = db
    .selectFrom('reports')
    .select(['id', 'conversationId', 'itemName', 'finderName', 'reason', 'note', 'createdAt']);
  const own = db.selectFrom('conversations').select('id as ownConversation').where('ownerId', '=', uid).as('own');
  const readings = db
    .selectFrom('messageReadings')
    .innerJoin(own, 'ownConversation', 'conversationId')
    .select(['id', 'conversationId', 'reason', 'createdAt']);
  const invitations = db
    .selectFrom('itemInvitations')
    .select(['id', 'itemId', 'purpose', 'createdAt', 'expiresAt', 'acceptedAt']);
  const contactRequests = db
    .selectFrom('contactRequests')
    .select(['id', 'topic', 'text', 'name', 'email', 'language', 'createdAt']);
  const handovers = db.selectFrom('itemHandovers').select(['id', 'itemId', 'itemName', 'createdAt', 'acceptedAt']);
  const shared = db
    .selectFrom('itemMembers')
    .innerJoin('items', 'items.id', 'itemMembers.itemId')
    .select(['itemId', 'since', 'mutedAt'])
    .where('deletedAt', 'is', null);
  const answers = db.selectFrom('webMessages').select(['id', 'text', 'createdAt']).where('memberUid', '=', uid);
  const templates = db.selectFrom('labelTemplates').selectAll().where('ownerId', '=', uid);
  const scans = db.selectFrom('scans').select(['id', 'tagCode', 'itemId', 'kind', 'scannedAt']);
  const devices = db.selectFrom('pushSubscriptions').select(['id', 'device', 'createdAt', 'deliveredAt']);
  const requests = db
    .selectFrom('outgoingRequests')
    .select(['id', 'kind', 'createdAt', 'sentAt', 'failedAt', 'lastError', 'lastErrorAt', 'possiblyAutomatic']);
  const mails = db
    .selectFrom('outgoingMails')
    .select(['id', 'purpose', 'toName', 'toAddress', 'subject', 'text', 'createdAt', 'sentAt', 'failedAt'])
    .select(['refusedAt', 'lastError', 'lastErrorAt', 'bouncedAt'])
    .where('uid', '=', uid);
  const states = db.selectFrom('itemStates').selectAll().where('ownerId', '=', uid);
  return {
    'items.json': without(items(), 'ownerId', 'creationKey', 'handedOverId'),
    'item-states.json': without(byTime(states), 'id', 'ownerId'),
    'files.json': without(filesOf({ uid }, { db }), 'ownerId', 'creationKey'),
    'tag-batches.json': batches(),
    'tags.json': tags(),
    'label-templates.json': without(byKey(templates, 'id'), 'ownerId', 'creationKey'),
    'scans.json': without(byTime(scans.where('ownerId', '=', uid), 'scanned_at', firstUuid), 'id'),
    'conversations.json': conversations(),
    'messages.json': each(ofChunks(conversations(), messagesOfAll), ({ id, ...message }) => ({
      id: toMessageId(id, keys),
      ...message,
    })),
    'reports.json': without(byTime(reports.where('uid', '=', uid)), 'id'),
    'conversation-readings.json': without(byTime(readings), 'id'),
    'invitations.json': without(byTime(invitations.where('ownerId', '=', uid)), 'id'),
    'contact-requests.json': byTime(contactRequests.where('uid', '=', uid)),
    'handovers.json': without(byTime(handovers.where('ownerId', '=', uid)), 'id'),
    'shared-with-me.json': byKey(shared.where('uid', '=', uid), 'itemId'),
    'answers-for-others.json': without(byKey(answers, 'id', '0'), 'id'),
    'orders.json': ordersOf(uid, db),
    'push-devices.json': without(byTime(devices.where('uid', '=', uid)), 'id'),
    'notifications.json': without(byTime(requests.where('uid', '=', uid)), 'id'),
    'mails.json': each(byKey(mails, 'id', '0'), ({ id: _, ...mail }) => ({ ...mail, text: withoutTokens(mail.text) })),
  };
}

export function filesOf({ uid }: Pick<CurrentUser, 'uid'>, { db }: Pick<Services, 'db'>) {
  return byTime(db.selectFrom('files').selectAll().where('ownerId', '=', uid));
}

function withoutTokens(text: string): string {
  return text.replace(/([?&]token=)\S+/g, '$1…');
}
