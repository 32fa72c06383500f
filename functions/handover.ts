import { z } from 'zod';
import { emailAddress } from '../domain/accounts/contract/email-address.ts';
import { linkToken } from '../domain/accounts/contract/schema.ts';
import { acceptHandover } from '../domain/handover/accept-handover.ts';
import { handedOverItem, openHandover } from '../domain/handover/contract/schema.ts';
import * as handedOver from '../domain/handover/handed-over.ts';
import * as handovers from '../domain/handover/handovers.ts';
import { itemSummary } from '../domain/items/contract/schema.ts';
import { readItem } from '../domain/items/items.ts';
import { next, pageRequest } from '../domain/lists/contract/schema.ts';
import { typedInvitation } from '../domain/sharing/contract/schema.ts';
import { refuseMailed } from '../domain/sharing/refused-addresses.ts';
import { orBadCursor } from './bad-cursor.ts';
import { defineFunction, Refusal } from './define.ts';
import { byId, done, id, sendingKey } from './inputs.ts';
import { noSuchItem } from './items.ts';
import { mailInvited } from './mail-invited.ts';
import { tooManyRequests } from './over-limit.ts';

export const handoverFunctions = [
  defineFunction({
    name: 'handOverByEmail',
    access: 'user',
    summary:
      'Offers one of your items to an address, for 7 days: whoever accepts becomes its owner. It takes the place of an earlier offer. The same answer for every address.',
    input: z.object({ id, email: emailAddress }),
    output: done,
    run: async ({ user, language }, { id, email }, installation) => {
      return mailInvited({ user, id, email }, installation, async () => {
        const offered = await handovers.handOverByEmail(user, { id, email, language }, installation);
        return offered.state === 'offered' ? {} : notOffered(offered.state);
      });
    },
  }),

  defineFunction({
    name: 'handOverByCode',
    access: 'user',
    summary:
      'Makes a code of 8 characters with which one person becomes the owner of your item, within 7 days. It takes the place of an earlier offer. The same `key` makes one.',
    input: z.object({ id, key: sendingKey }),
    output: z.strictObject({ code: z.string(), expiresAt: z.string() }),
    run: async ({ user }, input, installation) => {
      const offered = await handovers.handOverByCode(user, input, installation);
      return offered.state === 'offered'
        ? { code: offered.code, expiresAt: offered.expiresAt.toISOString() }
        : notOffered(offered.state);
    },
  }),

  defineFunction({
    name: 'getHandover',
    access: 'user',
    summary: 'The offer of one of your items that waits to be accepted, if there is one.',
    input: byId,
    output: z.strictObject({ handover: openHandover.nullable() }),
    run: async ({ user }, { id }, installation) =>
      (await readItem(user, id, installation))
        ? { handover: await handovers.readHandover(user, id, installation) }
        : noSuchItem(),
  }),

  defineFunction({
    name: 'cancelHandover',
    access: 'user',
    summary: 'Takes back the offer of one of your items.',
    input: byId,
    output: done,
    run: async ({ user }, { id }, installation) =>
      (await handovers.cancelHandover(user, id, installation)) ? {} : noSuchItem(),
  }),

  defineFunction({
    name: 'acceptHandover',
    access: 'user',
    summary:
      'Makes you the owner of an item that is offered: by the token of the mail, or by the code. Its tags go on working. The same answer for a code that does not exist as for one that is used or too old.',
    input: z.object({ handover: typedInvitation }),
    output: itemSummary,
    run: async ({ user, networkKey }, { handover }, installation) => {
      const accepted = await acceptHandover({ uid: user.uid, networkKey }, handover, installation);
      if (accepted.state === 'accepted') return accepted.item;
      if (accepted.state === 'over-limit') return tooManyRequests(accepted);
      if (accepted.state === 'none') return noSuchHandover();
      const key = accepted.state === 'own-item' ? 'refused.own-item' : 'refused.offeredItemLost';
      return new Refusal('aborted', { key }, { reason: accepted.state });
    },
  }),

  defineFunction({
    name: 'refuseHandover',
    access: 'anyone',
    summary:
      'Refuses an offered item, by the token of the mail. `forEver`: no invitation is mailed to this address again. Whoever offered is not told.',
    input: z.object({ token: linkToken, forEver: z.boolean().default(false) }),
    output: done,
    run: async (_caller, input, installation) =>
      (await refuseMailed('itemHandovers', input, installation)) ? {} : noSuchHandover(),
  }),

  defineFunction({
    name: 'listHandedOver',
    access: 'user',
    summary: 'What you handed over in the last 30 days and have not dismissed, the newest first.',
    input: pageRequest,
    output: z.strictObject({ items: z.array(handedOverItem), next }),
    run: async ({ user }, input, installation) =>
      orBadCursor(await handedOver.listHandedOver(user, input, installation)),
  }),

  defineFunction({
    name: 'dismissHandedOver',
    access: 'user',
    summary: 'Forgets that you handed an item over, by the id of `listHandedOver`.',
    input: byId,
    output: done,
    run: async ({ user }, { id }, installation) =>
      (await handedOver.dismissHandedOver(user, id, installation)) ? {} : noSuchHandover(),
  }),
] as const;

function noSuchHandover(): Refusal {
  return new Refusal('not-found', { key: 'refused.noHandover' }, { reason: 'no-handover' });
}

function notOffered(state: 'no-item' | 'lost-item'): Refusal {
  if (state === 'no-item') return noSuchItem();
  return new Refusal('aborted', { key: 'refused.lostItemOffered' }, { reason: 'lost-item' });
}
