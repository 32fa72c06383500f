import { z } from 'zod';
import { linkToken } from '../domain/accounts/contract/schema.ts';
import { acceptHandover } from '../domain/handover/handover.ts';
import { itemSummary } from '../domain/items/contract/schema.ts';
import { readItem } from '../domain/items/items.ts';
import { next, pageRequest } from '../domain/lists/contract/schema.ts';
import { invitationPurpose, openInvitation, sharedItem, shownInvitation } from '../domain/sharing/contract/schema.ts';
import * as invitations from '../domain/sharing/invitations.ts';
import { acceptInvitation, readInvitation } from '../domain/sharing/invitations.ts';
import { defineFunction, Refusal } from './define.ts';
import { byId, done, id } from './inputs.ts';
import { noSuchItem } from './items.ts';
import { orBadCursor } from './refused.ts';

const byToken = z.object({ token: linkToken });

export const invitationFunctions = [
  defineFunction({
    name: 'makeInvitation',
    access: 'user',
    summary:
      'Makes a link with which one person, within 7 days, shares your item, or with the purpose `handover` becomes its owner; an offer takes the place of an earlier one. Its `token` is answered this once: send `/invitation?token={token}` as you like.',
    input: z.object({ id, purpose: invitationPurpose }),
    output: z.strictObject({ id: z.string(), token: z.string(), expiresAt: z.string() }),
    run: async ({ user }, input, services) => {
      const made = await invitations.makeInvitation(user, input, services);
      if (made.state === 'made') return { id: made.id, token: made.token, expiresAt: made.expiresAt.toISOString() };
      return made.state === 'no-item' ? noSuchItem() : refuse(made.state);
    },
  }),

  defineFunction({
    name: 'listInvitations',
    access: 'user',
    summary:
      'The invitations to one of your items that nobody has accepted, the newest first; at most 20 to share it, and one to take it over.',
    input: pageRequest.extend({ id }),
    output: z.strictObject({ invitations: z.array(openInvitation), next }),
    run: async ({ user }, input, services) => {
      if (!(await readItem(user, input.id, services))) return noSuchItem();
      return orBadCursor(await invitations.listInvitations(user, input, services));
    },
  }),

  defineFunction({
    name: 'cancelInvitation',
    access: 'user',
    summary: 'Takes back an invitation of yours, by its id.',
    input: byId,
    output: done,
    run: async ({ user }, { id }, services) =>
      (await invitations.cancelInvitation(user, id, services)) ? {} : noSuchInvitation(),
  }),

  defineFunction({
    name: 'getInvitation',
    access: 'user',
    summary:
      'What the link of an invitation is for, by its token. `item` is named only to whoever has it already. The same answer for a token that does not exist as for one that is used or too old.',
    input: byToken,
    output: shownInvitation,
    run: async ({ user }, { token }, services) => (await readInvitation(user, token, services)) ?? noSuchInvitation(),
  }),

  defineFunction({
    name: 'acceptInvitation',
    access: 'user',
    summary: 'Shares the item of an invitation with you, by the token of its link.',
    input: byToken,
    output: sharedItem,
    run: async ({ user }, { token }, services) => {
      const accepted = await acceptInvitation(user, token, services);
      if (accepted.state === 'accepted') return accepted.item;
      return accepted.state === 'none' ? noSuchInvitation() : refuse(accepted.state);
    },
  }),

  defineFunction({
    name: 'acceptHandover',
    access: 'user',
    summary: 'Makes you the owner of an item that is offered, by the token of the link. Its tags go on working.',
    input: byToken,
    output: itemSummary,
    run: async ({ user }, { token }, services) => {
      const accepted = await acceptHandover(user, token, services);
      if (accepted.state === 'accepted') return accepted.item;
      return accepted.state === 'none'
        ? noSuchInvitation()
        : refuse(accepted.state, accepted.state === 'lost-item' ? 'refused.offeredItemLost' : undefined);
    },
  }),
] as const;

function noSuchInvitation(): Refusal {
  return new Refusal('not-found', { key: 'refused.noInvitation' }, { reason: 'no-invitation' });
}

type Obstacle = 'own-item' | 'lost-item' | 'item-full' | 'account-full' | 'too-many-invitations';

function refuse(reason: Obstacle, key: `refused.${Obstacle | 'offeredItemLost'}` = `refused.${reason}`): Refusal {
  return new Refusal('aborted', { key }, { reason });
}
