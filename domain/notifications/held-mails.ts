import { sql } from 'kysely';
import type { Words } from '../../language/words.ts';
import { inboxPath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { checkEntry } from '../accounts/enter-session.ts';
import { readBrand } from '../settings/brand.ts';
import { isolated, wordsForMail } from './mail-language.ts';
import { endOfQuietHours, quietHoursOf } from './notice-times.ts';
import { sendMail } from './send-mail.ts';
import { unsubscribeFrom } from './unsubscribe.ts';

const purpose = 'held-messages';
const mostNamed = 10;

/**
 * Mails each owner, once a day at most and not in quiet hours, about unread messages that wait for this mail: the first within minutes.
 * It says how many there are about which item, without the finders' words. Each owner is one transaction, so the job can be interrupted
 * or run twice.
 */
export async function mailHeldMessages(installation: Installation): Promise<void> {
  const { db } = installation;
  let owner = await nextOwner(db, '');
  while (owner) {
    await mailOwner(owner.ownerId, installation);
    owner = await nextOwner(db, owner.ownerId);
  }
}

/**
 * Whether a message is told of by the daily mail alone. Who sends none of our form cookies is told of at once: browsers without cookies are
 * people's too, and all these mails are limited.
 */
export function waitsForDailyMail(heldReason: string | null): boolean {
  return heldReason !== null && heldReason !== 'no-form';
}

/** Records that a mail announces everything in the conversation. */
export async function markConversationAnnounced(trx: Executor, conversation: Conversation): Promise<void> {
  const waiting = unannounced(trx)
    .where('ownerId', '=', conversation.ownerId)
    .where('conversationId', '=', conversation.id);
  await markAnnounced(trx, waiting).execute();
}

type Conversation = { id: string; ownerId: string };

function unannounced(db: Executor) {
  return db
    .selectFrom('webMessages')
    .where(sql<boolean>`held_reason in ('too-many', 'too-quick', 'hidden-field')`)
    .where('heldMailAt', 'is', null)
    .where('readByOwner', '=', false)
    .where('deletedAt', 'is', null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('conversations')
            .select('conversations.id')
            .whereRef('conversations.id', '=', 'webMessages.conversationId')
            .where(({ eb, or }) => or([eb('mutedAt', 'is not', null), eb('blockedAt', 'is not', null)])),
        ),
      ),
    );
}

/** Skips locked rows: a finder's message never waits for a mail. */
function markAnnounced(db: Executor, messages: ReturnType<typeof unannounced>) {
  return db
    .updateTable('webMessages')
    .set({ heldMailAt: sql<Date>`now()` })
    .where('id', 'in', messages.select('id').forNoKeyUpdate().skipLocked());
}

function nextOwner(db: Executor, after: string) {
  return unannounced(db).select('ownerId').where('ownerId', '>', after).orderBy('ownerId').limit(1).executeTakeFirst();
}

async function mailOwner(uid: string, installation: Installation): Promise<void> {
  const { db, events } = installation;
  const account = await db
    .selectFrom('authUsers')
    .select(['id as uid', 'email', 'name', 'emailVerified', 'createdAt'])
    .where('id', '=', uid)
    .executeTakeFirst();
  if (!account || !(await checkEntry(account, installation)).entered) return;
  await events.transaction(async (trx, publish) => {
    const owner = await trx
      .selectFrom('users')
      .select(['email', 'displayName', 'language', 'quietFrom', 'quietUntil', 'timeZone', sql<Date>`now()`.as('now')])
      .where('uid', '=', uid)
      .where('messageMailsOffAt', 'is', null)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!owner || isQuiet(owner) || (await toldToday(trx, uid))) return;
    const held = await takeUnannounced(trx, uid);
    if (held.length === 0) return;
    const { productName } = await readBrand(trx, installation);
    const t = wordsForMail(owner.language, installation);
    const to = { purpose, uid, email: owner.email, name: owner.displayName };
    await sendMail(trx, to, heldMail({ uid, held, productName, t, installation }), t, installation);
    publish({ kind: 'mail' });
  });
}

function isQuiet(owner: Parameters<typeof quietHoursOf>[0] & { now: Date }): boolean {
  const quiet = quietHoursOf(owner);
  return quiet !== null && endOfQuietHours(owner.now, quiet) !== null;
}

async function toldToday(trx: Executor, uid: string): Promise<boolean> {
  const told = await trx
    .selectFrom('outgoingMails')
    .select('id')
    .where('uid', '=', uid)
    .where('purpose', '=', purpose)
    .where('createdAt', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirst();
  return told !== undefined;
}

type Held = { name: string; count: string /** Of all items. */; total: string };

/** Marks the owner's messages as announced. @returns how many about which item */
function takeUnannounced(trx: Executor, uid: string): Promise<Held[]> {
  return trx
    .with('told', (step) =>
      markAnnounced(step as Executor, unannounced(trx).where('ownerId', '=', uid)).returning('itemId'),
    )
    .selectFrom('told')
    .innerJoin('items', 'items.id', 'told.itemId')
    .select((select) => [
      'items.name',
      select.fn.countAll<string>().as('count'),
      sql<string>`sum(count(*)) over ()`.as('total'),
    ])
    .groupBy(['items.id', 'items.name'])
    .orderBy('count', 'desc')
    .limit(mostNamed)
    .execute();
}

type HeldMail = { uid: string; held: Held[]; productName: string; t: Words; installation: Installation };

function heldMail({ uid, held, productName: product, t, installation }: HeldMail) {
  const { publicUrl: site } = installation;
  const count = Number(held[0]?.total);
  const about = held.map(({ name, count }) => {
    const item = isolated(name.replace(/\s+/g, ' '), t);
    return t('mailHeldMessages.about', { count: Number(count), item });
  });
  const list = new Intl.ListFormat(t.language, { type: 'unit', style: 'short' }).format(about);
  const named = held.reduce((sum, each) => sum + Number(each.count), 0);
  const text = named < count ? 'mailHeldMessages.textOfSome' : 'mailHeldMessages.text';
  return {
    subject: t('mailHeldMessages.subject', { count }),
    paragraphs: [t(text, { count, list }), t('mailHeldMessages.judge', { product })],
    action: { label: t('mailHeldMessages.action'), url: site + inboxPath() },
    footnote: t('mailHeldMessages.footnote', { site }),
    unsubscribe: unsubscribeFrom(uid, installation, t),
  };
}
