import { z } from 'zod';
import { linkToken } from '../domain/accounts/contract/schema.ts';
import { acceptHandover } from '../domain/handover/handover.ts';
import { itemSummary } from '../domain/items/contract/schema.ts';
import { readItem } from '../domain/items/items.ts';
import { next, pageRequest } from '../domain/lists/contract/schema.ts';
import { invitationPurpose, openInvitation, sharedItem, shownInvitation } from '../domain/sharing/contract/schema.ts';
import * as invitations from '../domain/sharing/invitations.ts';
import { acceptInvitation, readInvitation } from '../domain/sharing/invitations.ts';
import { forUser } from './define.ts';
import { byId, id } from './inputs.ts';
import { foundById } from './refused.ts';

const byToken = z.object({ token: linkToken });

export const invitationFunctions = {
  makeInvitation: forUser({
    summary:
      'Makes a link with which one person, within 7 days, shares your item, or with the purpose `handover` becomes its owner; an offer takes the place of an earlier one. Its `token` is answered this once: send `/invitation?token={token}` as you like.',
    input: z.object({ id, purpose: invitationPurpose }),
    output: z.strictObject({ id: z.string(), token: z.string(), expiresAt: z.string() }),
    run: ({ user }, input, services) => invitations.makeInvitation(user, input, services),
  }),

  listInvitations: forUser({
    summary:
      'The invitations to one of your items that nobody has accepted, the newest first; at most 20 to share it, and one to take it over.',
    input: pageRequest.extend({ id }),
    output: z.strictObject({ invitations: z.array(openInvitation), next }),
    run: async ({ user }, input, services) => {
      if (!(await readItem(user, input.id, services))) return 'no-item';
      return invitations.listInvitations(user, input, services);
    },
  }),

  cancelInvitation: forUser({
    summary: 'Takes back an invitation of yours, by its id.',
    input: byId,
    run: foundById(invitations.cancelInvitation, 'no-invitation'),
  }),

  getInvitation: forUser({
    summary:
      'What the link of an invitation is for, by its token. `item` is named only to whoever has it already. The same answer for a token that does not exist as for one that is used or too old.',
    input: byToken,
    output: shownInvitation,
    run: async ({ user }, { token }, services) => (await readInvitation(user, token, services)) ?? 'no-invitation',
  }),

  acceptInvitation: forUser({
    summary: 'Shares the item of an invitation with you, by the token of its link.',
    input: byToken,
    output: sharedItem,
    run: async ({ user }, { token }, services) => {
      const accepted = await acceptInvitation(user, token, services);
      return accepted.state === 'accepted' ? accepted.item : accepted.state;
    },
  }),

  acceptHandover: forUser({
    summary: 'Makes you the owner of an item that is offered, by the token of the link. Its tags go on working.',
    input: byToken,
    output: itemSummary,
    run: async ({ user }, { token }, services) => {
      const accepted = await acceptHandover(user, token, services);
      return accepted.state === 'accepted' ? accepted.item : accepted.state;
    },
  }),
};
