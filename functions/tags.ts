import { z } from 'zod';
import { activateTag, activateTagOnItem, checkClaim, type NotClaimed } from '../domain/items/activate-tag.ts';
import { replaceOwnTag } from '../domain/items/administer-tag.ts';
import {
  activationCode,
  itemSummary,
  itemTag,
  newItem,
  tagCode,
  unassignedTag,
  unassignedTagCount,
  waitingTag,
} from '../domain/items/contract/schema.ts';
import * as own from '../domain/items/own-tags.ts';
import { next, pageRequest } from '../domain/lists/contract/schema.ts';
import { forAnyone, forUser, type Refusal } from './define.ts';
import { id, idempotencyKey } from './inputs.ts';
import { refused, tooManyRequests } from './refused.ts';

/** A tag of one's own batch needs no activation code. */
const claim = z.object({ code: tagCode, activationCode: activationCode.optional() });

export const tagFunctions = {
  makeUnassignedTags: forUser({
    summary:
      'Makes tags that are reserved for you, to print now and to name later; at most 500 of an account are unassigned. The same `key` makes them once.',
    input: z.object({ count: unassignedTagCount, key: idempotencyKey }),
    output: z.strictObject({ batch: z.string(), tags: z.array(unassignedTag) }),
    run: async ({ user }, input, services) => {
      const { state, ...made } = await own.makeUnassignedTags(user, input, services);
      return 'left' in made ? refused('too-many-tags', { field: 'count', params: { left: made.left } }) : made;
    },
  }),

  listUnassignedTags: forUser({
    summary:
      'Your tags that are not on anything yet, the newest first. `ordered`: it comes with an order, and need not be printed.',
    input: pageRequest,
    output: z.strictObject({ tags: z.array(waitingTag), next }),
    run: ({ user }, input, services) => own.listUnassignedTags(user, input, services),
  }),

  listItemTags: forUser({
    summary: 'The tags on one of your items, the newest first, and since when each works, or does not.',
    input: pageRequest.extend({ itemId: id }),
    output: z.strictObject({ tags: z.array(itemTag), next }),
    run: ({ user }, input, services) => own.listItemTags(user, input, services),
  }),

  replaceOwnTag: forUser({
    summary:
      'Puts a new tag, which is to be printed, in the place of one on your items; answers its code. The old one is retired, for good. Twice is once.',
    input: z.object({ code: tagCode }),
    output: z.strictObject({ code: z.string() }),
    run: async ({ user }, { code }, services) => {
      const made = await replaceOwnTag(user, code, services);
      return made === 'no-tag' ? 'no-tag.own' : made;
    },
  }),

  retireUnassignedTag: forUser({
    summary: 'Retires one of your unassigned tags, for good.',
    input: z.object({ code: tagCode }),
    run: async ({ user }, { code }, services) =>
      (await own.retireUnassignedTag(user, code, services)) || 'no-tag.unassigned',
  }),

  checkActivation: forAnyone({
    summary:
      'Whether you can activate this tag: with its activation code, or because it is one of your unassigned tags. Says the same of a tag that does not exist as of a wrong code.',
    input: claim,
    run: async (caller, asked, services) => {
      const checked = await checkClaim(caller, asked, services);
      return checked.state === 'free' || notClaimed(checked, asked);
    },
  }),

  activateTag: forUser({
    summary:
      'Puts an unassigned tag on a new item. Of several who try at once one succeeds. The same `key` repeats the answer.',
    input: claim.extend(newItem.shape).extend({ key: idempotencyKey }),
    output: itemSummary,
    run: async (caller, input, services) => {
      const activated = await activateTag(caller, input, services);
      return activated.state === 'activated' ? activated.item : notClaimed(activated, input);
    },
  }),

  activateTagOnItem: forUser({
    summary: 'Puts an unassigned tag on one of your items, beside the tags that it has.',
    input: claim.extend({ itemId: id }),
    output: itemSummary,
    run: async (caller, input, services) => {
      const activated = await activateTagOnItem(caller, input, services);
      if (activated.state === 'activated') return activated.item;
      return activated.state === 'no-item' ? 'no-item' : notClaimed(activated, input);
    },
  }),
};

/** The same words for a wrong code, and for a tag that is unknown, retired or somebody's. */
function notClaimed(why: NotClaimed, { activationCode }: { activationCode?: string | undefined }): Refusal {
  if (why.state === 'over-limit') return tooManyRequests(why);
  if (why.state !== 'taken')
    return refused(activationCode === undefined ? 'wrong-code.needed' : 'wrong-code', { field: 'activationCode' });
  return why.own === undefined ? refused('tag-taken') : refused('tag-taken.own', { params: { name: why.own } });
}
