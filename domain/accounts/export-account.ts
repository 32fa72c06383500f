import { configure, TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import type { Installation } from '../../server/installation.ts';
import { toMessageId } from '../messages/message-id.ts';
import { readBrand } from '../settings/brand.ts';
import type { CurrentUser } from './schema.ts';

configure({ useWebWorkers: false });

/**
 * Everything that is stored about the user, as a zip of JSON files. Times are ISO 8601, in UTC.
 * Left out is what would let whoever holds the file in: the password's hash, secrets, and the tokens of links in mails.
 */
export async function exportAccount(user: CurrentUser, installation: Installation): Promise<Uint8Array<ArrayBuffer>> {
  const { db } = installation;
  const settings = await db
    .selectFrom('users')
    .select('messageMailsOffAt')
    .where('uid', '=', user.uid)
    .executeTakeFirst();
  const signedIn = await db
    .selectFrom('authSessions')
    .select(['userAgent', 'createdAt', 'updatedAt', 'expiresAt', 'activeAt', 'pageSeenAt'])
    .where('userId', '=', user.uid)
    .orderBy('createdAt')
    .execute();
  const devices = await db
    .selectFrom('knownDevices')
    .select(['createdAt', 'lastUsedAt'])
    .where('uid', '=', user.uid)
    .orderBy('createdAt')
    .execute();
  const links = await db
    .selectFrom('accountLinks')
    .select(['purpose', 'email', 'newEmail', 'usedAt', 'expiresAt', 'createdAt'])
    .where('uid', '=', user.uid)
    .orderBy('createdAt')
    .execute();
  const items = await db.selectFrom('items').selectAll().where('ownerId', '=', user.uid).orderBy('createdAt').execute();
  const tags = await db
    .selectFrom('tags')
    .innerJoin('items', 'items.id', 'tags.itemId')
    .selectAll('tags')
    .where('items.ownerId', '=', user.uid)
    .orderBy('tags.createdAt')
    .execute();
  const conversations = await db
    .selectFrom('conversations')
    .select(['id', 'itemId', 'finderName', 'blockedAt', 'closedAt', 'createdAt'])
    .where('ownerId', '=', user.uid)
    .orderBy('createdAt')
    .execute();
  const messages = await db
    .selectFrom('webMessages')
    .select([
      'id',
      'conversationId',
      'author',
      'text',
      'answer',
      'readByOwner',
      'readByFinder',
      'heldReason',
      'createdAt',
    ])
    .where('ownerId', '=', user.uid)
    .orderBy('id')
    .execute();
  const mails = await db
    .selectFrom('outgoingMails')
    .select(['purpose', 'toName', 'toAddress', 'subject', 'text', 'createdAt', 'sentAt', 'failedAt', 'lastError'])
    .where('uid', '=', user.uid)
    .orderBy('id')
    .execute();
  const { productName } = await readBrand(installation);
  return zip({
    'README.txt': `What ${productName} (${installation.publicUrl}) has stored about ${user.email}.\n`,
    'profile.json': { ...user, ...settings, signedIn, devices, links },
    'items.json': items.map(({ ownerId: _owner, creationKey: _key, ...item }) => item),
    'tags.json': tags,
    'conversations.json': conversations,
    'messages.json': messages.map(({ id, ...message }) => ({ id: toMessageId(id, installation.keys), ...message })),
    'mails.json': mails.map((mail) => ({ ...mail, text: withoutTokens(mail.text) })),
  });
}

function withoutTokens(text: string): string {
  return text.replace(/([?&]token=)\S+/g, '$1…');
}

async function zip(files: Record<string, unknown>): Promise<Uint8Array<ArrayBuffer>> {
  const writer = new ZipWriter(new Uint8ArrayWriter());
  for (const [name, content] of Object.entries(files)) {
    const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
    await writer.add(name, new TextReader(text));
  }
  return writer.close();
}
