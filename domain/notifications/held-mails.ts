import { sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { queueMail } from '../../server/mail/outbox.ts';
import { admit } from '../accounts/enter-session.ts';
import { readBrand } from '../settings/brand.ts';
import { mailBody } from './mail-body.tsx';

const purpose = 'held-messages';
const dayMs = 86_400_000;
/** Items that the mail names; the others are only counted. */
const mostNamed = 10;

/**
 * Mails each owner who has unread messages that were held as too many and that no mail told of: at most once a day, how many about
 * which item, without the finders' words. Each owner is one transaction, so it may be cut off, run twice, or run in two processes.
 */
export async function mailHeldMessages(installation: Installation): Promise<void> {
  const { db } = installation;
  let owner = await nextOwner(db, '');
  while (owner) {
    await mailOwner(owner.ownerId, installation);
    owner = await nextOwner(db, owner.ownerId);
  }
}

/** Notes that a mail tells the owner of what was held in the conversation. */
export async function noteHeldAsTold(trx: Executor, conversation: { id: string; ownerId: string }): Promise<void> {
  const held = heldUntold(trx)
    .where('ownerId', '=', conversation.ownerId)
    .where('conversationId', '=', conversation.id);
  await noteTold(trx, held).execute();
}

/** Unread messages that were held as too many and that no mail told of. */
function heldUntold(db: Executor) {
  return db
    .selectFrom('webMessages')
    .where('heldReason', '=', sql.lit('too-many'))
    .where('heldMailAt', 'is', null)
    .where('readByOwner', '=', false);
}

/** What somebody else is changing is left for another time: a finder's message never waits for a mail. */
function noteTold(db: Executor, held: ReturnType<typeof heldUntold>) {
  return db
    .updateTable('webMessages')
    .set({ heldMailAt: new Date() })
    .where('id', 'in', held.select('id').forNoKeyUpdate().skipLocked());
}

function nextOwner(db: Executor, after: string) {
  return heldUntold(db).select('ownerId').where('ownerId', '>', after).orderBy('ownerId').limit(1).executeTakeFirst();
}

async function mailOwner(uid: string, installation: Installation): Promise<void> {
  const { db, events } = installation;
  const account = await db
    .selectFrom('authUsers')
    .select(['id as uid', 'email', 'name', 'emailVerified', 'createdAt'])
    .where('id', '=', uid)
    .executeTakeFirst();
  if (!account || !(await admit(account, installation)).entered) return;
  await events.transaction(async (trx, publish) => {
    const owner = await trx
      .selectFrom('users')
      .select(['email', 'displayName'])
      .where('uid', '=', uid)
      .where('messageMailsOffAt', 'is', null)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!owner || (await toldToday(trx, uid))) return;
    const held = await takeHeld(trx, uid);
    // None when all were read meanwhile.
    if (held.length === 0) return;
    const { productName } = await readBrand({ db: trx });
    const to = { name: owner.displayName ?? '', address: owner.email };
    await queueMail(trx, { purpose, uid, to, ...heldMail(to.name, held, productName, installation) });
    publish({ kind: 'mail' });
  });
}

async function toldToday(trx: Executor, uid: string): Promise<boolean> {
  const told = await trx
    .selectFrom('outgoingMails')
    .select('id')
    .where('uid', '=', uid)
    .where('purpose', '=', purpose)
    .where('createdAt', '>', new Date(Date.now() - dayMs))
    .executeTakeFirst();
  return told !== undefined;
}

type Held = { name: string; count: string /** Of all items. */; total: string };

/** Notes that the owner is told. @returns how many messages about which item */
function takeHeld(trx: Executor, uid: string): Promise<Held[]> {
  return trx
    .with('told', (step) => noteTold(step as Executor, heldUntold(trx).where('ownerId', '=', uid)).returning('itemId'))
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

function heldMail(name: string, held: Held[], productName: string, { publicUrl }: Installation) {
  const count = Number(held[0]?.total);
  const counts = held.map((each) => `${each.count} about “${each.name.replace(/\s+/g, ' ')}”`).join(', ');
  return {
    subject: count === 1 ? 'A message was held for you' : `${count} messages were held for you`,
    ...mailBody({
      paragraphs: [
        `Hello ${name},`,
        `many messages came from the same place in a short time, so we mailed you of the first ones only. You have not read ${count} of the others: ${counts}${held.length === mostNamed ? ' …' : ''}.`,
        `They wait for you on ${productName}, marked as held. Read them and judge for yourself; you can block who sends too many.`,
      ],
      action: { label: 'Read your messages', url: `${publicUrl}/inbox` },
      footnote: `You get this mail at most once a day, because tags of yours at ${publicUrl} were used. You can turn mails about messages off in your profile.`,
    }),
  };
}
