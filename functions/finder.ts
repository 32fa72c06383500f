import { z } from 'zod';
import { makeUnnamedItem } from '../domain/items/activate-tag.ts';
import { findMovedTag } from '../domain/items/tag-codes.ts';
import { findTagPage, taggedItem } from '../domain/items/tag-page.ts';
import { translationsForAccount } from '../domain/mails/mail-language.ts';
import { maxSecrets } from '../domain/messages/contract/limits.ts';
import { finderReport, scamKind } from '../domain/messages/contract/schema.ts';
import { findReport, reportFound } from '../domain/messages/report-found.ts';
import { scamInItem } from '../domain/messages/scams/scam-in-item.ts';
import { readSharedItem } from '../domain/sharing/shared-items.ts';
import type { PlainKey } from '../language/create-translations.ts';
import type { Services } from '../server/services.ts';
import { type Caller, forAnyone } from './define.ts';
import { hash, secret, unguessableKey } from './inputs.ts';
import { notAvailable, overLimit, refused } from './refused.ts';

const scan = {
  hash,
  secrets: z
    .array(secret)
    .max(maxSecrets, 'error.tooManySecrets' satisfies PlainKey)
    .default([]),
};

/** `scam`: what its owner's words resemble. */
const scannedItem = taggedItem.extend({ scam: scamKind.nullable() });

export const finderFunctions = {
  readTag: forAnyone({
    duringMaintenance: 'as-tag-pages',
    summary:
      'What stands behind a tag. `archived`: its owner does not use it now; `frozen`: an administrator disabled it; `ownItem` is the item, when it is yours. `deleted`: you deleted the item, and `undeleteItem` undoes it until then. `moved`: the address is of an earlier system, `hash` is that of the tag now. `reserved`: it has an owner, whom `reportFound` reaches, but no name yet. `own` says that it is yours, `sharedBy` who shares it with you, `secret` is the one of the `secrets` that opens a conversation about the item, also where nobody can begin one. `publishedIn` is the language of the preview of a loss that `publishLoss` made public.',
    input: z.object(scan),
    output: z.discriminatedUnion('state', [
      z.strictObject({ state: z.literal('unknown') }),
      z.strictObject({
        state: z.literal('retired'),
        deleted: z.strictObject({ id: z.string(), until: z.iso.datetime() }).optional(),
        secret: z.string().optional(),
      }),
      z.strictObject({ state: z.literal('moved'), hash: z.string() }),
      z.strictObject({ state: z.literal('frozen'), own: z.boolean(), secret: z.string().optional() }),
      z.strictObject({ state: z.literal('blank'), code: z.string() }),
      z.strictObject({ state: z.literal('reserved'), code: z.string(), own: z.boolean() }),
      z.strictObject({
        state: z.literal('archived'),
        code: z.string(),
        ownItem: z.string().optional(),
        secret: z.string().optional(),
      }),
      z.strictObject({
        state: z.literal('active'),
        code: z.string(),
        item: scannedItem,
        own: z.boolean(),
        sharedBy: z.string().optional(),
        secret: z.string().optional(),
      }),
    ]),
    run: async ({ user, reads }, { hash, secrets }, services) => {
      const tag = await reads.tagPage(hash);
      if (tag.state === 'blank') return tag;
      if (tag.state === 'reserved')
        return { state: 'reserved' as const, code: tag.code, own: user?.uid === tag.ownerId };
      const moved = tag.state === 'unknown' ? await findMovedTag(hash, services) : undefined;
      if (moved) return { state: 'moved' as const, hash: moved };
      if (tag.state === 'unknown') return tag;
      const itemId = tag.state === 'active' ? tag.item.id : tag.itemId;
      const known = itemId === null ? undefined : await reads.conversationAbout(itemId, secrets);
      const conversation = known && { secret: known.secret };
      if (tag.state === 'frozen')
        return { state: tag.state, own: user !== null && user.uid === tag.ownerId, ...conversation };
      if (tag.state === 'archived') {
        const { state, code, ownerId } = tag;
        return { state, code, ...(user?.uid === ownerId && { ownItem: tag.itemId }), ...conversation };
      }
      if (tag.state === 'retired') {
        const { ownerId, until } = tag.deleted ?? {};
        const own = user !== null && user.uid === ownerId;
        return {
          state: tag.state,
          ...(own && itemId && until && { deleted: { id: itemId, until: until.toISOString() } }),
          ...conversation,
        };
      }
      const { ownerId, ...read } = tag.item;
      const item = { ...read, scam: scamInItem(read, services) };
      const own = user?.uid === ownerId;
      const shared = user && !own && (await readSharedItem(user, item.id, services));
      return { ...tag, item, own, ...(shared && { sharedBy: shared.sharedBy }), ...conversation };
    },
  }),

  reportFound: forAnyone({
    duringMaintenance: 'as-tag-pages',
    countsItself: true,
    sends: true,
    summary:
      'Tells the owner of a tag that you found it; answers the secret of the conversation. The same `key` with the same words sends it once. By `attempt`, a random id, `findReport` finds it again.',
    input: finderReport.safeExtend({ ...scan, key: unguessableKey, attempt: unguessableKey.optional() }),
    output: z.strictObject({ secret: z.string(), held: z.boolean() }),
    run: async (caller, { hash, secrets, attempt: id, ...words }, services) => {
      const { user, networkKey, heldReason, language, reads } = caller;
      const scanned = await reads.tagPage(hash);
      if (scanned.state === 'reserved' && user?.uid === scanned.ownerId) return 'own-item';
      const tag = scanned.state === 'reserved' ? await withItem(scanned, hash, services) : scanned;
      if (tag.state !== 'active') return refused(`${tag.state}.page`);
      const { item } = tag;
      if (user?.uid === item.ownerId) return 'own-item';
      if (user && (await readSharedItem(user, item.id, services))) return 'shared-item';
      const known = await reads.conversationAbout(item.id, secrets);
      const sender = { conversation: known?.conversation, sender: senderOf(caller), networkKey, heldReason, language };
      const reported = await reportFound(sender, { ...words, item, ...(id && { attempt: { hash, id } }) }, services);
      if (reported.state === 'sent') return { secret: reported.secret, held: reported.heldReason !== null };
      if (reported.state === 'blocked') return 'conversation-closed.finder';
      if (reported.state === 'handed-over') return notAvailable({ sends: true });
      const why = reported.state === 'over-limit' ? 'error.manyFromNetwork' : 'error.networkBlocked';
      return overLimit({ key: why }, reported);
    },
  }),

  findReport: forAnyone({
    duringMaintenance: 'as-tag-pages',
    summary:
      'For a sender who did not hear the answer: the secret of the conversation into which `reportFound` wrote these words with this `attempt`; else null.',
    input: finderReport.safeExtend({ hash, attempt: unguessableKey }),
    output: z.strictObject({ secret: z.string().nullable() }),
    run: async (_caller, { hash, attempt, ...report }, services) => ({
      secret: await findReport({ hash, id: attempt }, report, services),
    }),
  }),
};

async function withItem({ code, ownerId }: { code: string; ownerId: string }, hash: string, services: Services) {
  const t = await translationsForAccount(services.db, ownerId, services);
  await makeUnnamedItem({ code, ownerId, name: t('tagPage.unnamed') }, services);
  return findTagPage(hash, services);
}

export function senderOf({ formNonce, user, senderNetwork }: Caller): string {
  if (formNonce) return `browser ${formNonce}`;
  return user ? `user ${user.uid}` : `network ${senderNetwork}`;
}
