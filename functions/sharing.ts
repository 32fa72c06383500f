import { z } from 'zod';
import { emailAddress } from '../domain/accounts/contract/email-address.ts';
import { linkToken } from '../domain/accounts/contract/schema.ts';
import { readItem } from '../domain/items/items.ts';
import { next, pageRequest } from '../domain/lists/contract/schema.ts';
import { acceptInvitation, readItemOfInvitation } from '../domain/sharing/accept-invitation.ts';
import { itemMember, openInvitation, sharedItem, typedInvitation } from '../domain/sharing/contract/schema.ts';
import * as invitations from '../domain/sharing/invitations.ts';
import * as members from '../domain/sharing/members.ts';
import { refuseMailed } from '../domain/sharing/refused-addresses.ts';
import * as shared from '../domain/sharing/shared-items.ts';
import { orBadCursor } from './bad-cursor.ts';
import { defineFunction, Refusal } from './define.ts';
import { byId, done, id, sendingKey, uid } from './inputs.ts';
import { noSuchItem } from './items.ts';
import { mailInvited } from './mail-invited.ts';
import { tooManyRequests } from './over-limit.ts';

export const sharingFunctions = [
  defineFunction({
    name: 'inviteByEmail',
    access: 'user',
    summary:
      'Invites an address to share one of your items, for 14 days; another invitation of the same address replaces it. The same answer for every address.',
    input: z.object({ id, email: emailAddress }),
    output: done,
    run: async ({ user, language }, { id, email }, installation) => {
      return mailInvited({ user, id, email }, installation, async () => {
        const { state } = await invitations.inviteByEmail(user, { id, email, language }, installation);
        return state === 'invited' ? {} : notInvited(state);
      });
    },
  }),

  defineFunction({
    name: 'makeInvitationCode',
    access: 'user',
    summary:
      'Makes a code of 8 characters with which one person can share your item, within 7 days. The same `key` makes one.',
    input: z.object({ id, key: sendingKey }),
    output: z.strictObject({ code: z.string(), expiresAt: z.string() }),
    run: async ({ user }, input, installation) => {
      const made = await invitations.makeInvitationCode(user, input, installation);
      return made.state === 'made'
        ? { code: made.code, expiresAt: made.expiresAt.toISOString() }
        : notInvited(made.state);
    },
  }),

  defineFunction({
    name: 'listInvitations',
    access: 'user',
    summary: 'The invitations to one of your items that nobody has accepted, the newest first; at most 20.',
    input: pageRequest.extend({ id }),
    output: z.strictObject({ invitations: z.array(openInvitation), next }),
    run: async ({ user }, input, installation) => {
      if (!(await readItem(user, input.id, installation))) return noSuchItem();
      return orBadCursor(await invitations.listInvitations(user, input, installation));
    },
  }),

  defineFunction({
    name: 'cancelInvitation',
    access: 'user',
    summary: 'Takes back an invitation of yours, by its id.',
    input: byId,
    output: done,
    run: async ({ user }, { id }, installation) =>
      (await invitations.cancelInvitation(user, id, installation)) ? {} : noSuchInvitation(),
  }),

  defineFunction({
    name: 'acceptInvitation',
    access: 'user',
    summary:
      'Shares the item of an invitation with you: by the token of its mail, or by its code. The same answer for a code that does not exist as for one that is used or too old.',
    input: z.object({ invitation: typedInvitation }),
    output: sharedItem,
    run: async ({ user, networkKey }, { invitation }, installation) => {
      const accepted = await acceptInvitation({ uid: user.uid, networkKey }, invitation, installation);
      if (accepted.state === 'accepted') return accepted.item;
      if (accepted.state === 'over-limit') return tooManyRequests(accepted);
      if (accepted.state === 'none') return noSuchInvitation();
      return new Refusal('aborted', { key: `refused.${accepted.state}` }, { reason: accepted.state });
    },
  }),

  defineFunction({
    name: 'getItemOfInvitation',
    access: 'user',
    summary:
      'The item of an invitation, by the token of its mail, if you share it already. For everybody else null, also when there is no such invitation.',
    input: z.object({ token: linkToken }),
    output: z.strictObject({ item: sharedItem.nullable() }),
    run: async ({ user }, { token }, installation) => ({
      item: await readItemOfInvitation(user, token, installation),
    }),
  }),

  defineFunction({
    name: 'refuseInvitation',
    access: 'anyone',
    summary:
      'Refuses an invitation, by the token of its mail. `forEver`: no invitation is mailed to this address again. Whoever invited is not told.',
    input: z.object({ token: linkToken, forEver: z.boolean().default(false) }),
    output: done,
    run: async (_caller, input, installation) =>
      (await refuseMailed('itemInvitations', input, installation)) ? {} : noSuchInvitation(),
  }),

  defineFunction({
    name: 'listItemMembers',
    access: 'user',
    summary: 'With whom you share one of your items, the newest first; at most 10.',
    input: pageRequest.extend({ id }),
    output: z.strictObject({ members: z.array(itemMember), next }),
    run: async ({ user }, input, installation) => {
      if (!(await readItem(user, input.id, installation))) return noSuchItem();
      return orBadCursor(await members.listItemMembers(user, input, installation));
    },
  }),

  defineFunction({
    name: 'revokeMember',
    access: 'user',
    summary: 'Ends sharing one of your items with somebody, at once on all their devices.',
    input: z.object({ id, uid }),
    output: done,
    run: async ({ user }, input, installation) =>
      (await members.revokeMember(user, input, installation)) ? {} : noSuchItem(),
  }),

  defineFunction({
    name: 'listSharedItems',
    access: 'user',
    summary: 'The items that others share with you, the one shared last first; at most 100.',
    input: pageRequest,
    output: z.strictObject({ items: z.array(sharedItem), next }),
    run: async ({ user }, input, installation) => orBadCursor(await shared.listSharedItems(user, input, installation)),
  }),

  defineFunction({
    name: 'getSharedItem',
    access: 'user',
    summary: 'One of the items that others share with you.',
    input: byId,
    output: sharedItem,
    run: async ({ user }, { id }, installation) =>
      (await shared.readSharedItem(user, id, installation)) ?? noSuchSharedItem(),
  }),

  defineFunction({
    name: 'markSharedItemLost',
    access: 'user',
    duringMaintenance: 'as-tag-pages',
    summary: 'Marks an item lost that is shared with you, as its owner would.',
    input: byId,
    output: sharedItem,
    run: async ({ user }, { id }, installation) =>
      (await shared.markSharedItemLost(user, id, installation)) ?? noSuchSharedItem(),
  }),

  defineFunction({
    name: 'markSharedItemReturned',
    access: 'user',
    duringMaintenance: 'as-tag-pages',
    summary: 'Marks a lost item as back that is shared with you, as its owner would.',
    input: byId,
    output: sharedItem,
    run: async ({ user }, { id }, installation) =>
      (await shared.markSharedItemReturned(user, id, installation)) ?? noSuchSharedItem(),
  }),

  defineFunction({
    name: 'muteItem',
    access: 'user',
    summary: 'Turns the mails about an item that is shared with you off or on. Its messages still count as unread.',
    input: z.object({ id, muted: z.boolean('refused.mailChoiceMissing') }),
    output: sharedItem,
    run: async ({ user }, input, installation) =>
      (await shared.muteItem(user, input, installation)) ?? noSuchSharedItem(),
  }),

  defineFunction({
    name: 'leaveItem',
    access: 'user',
    summary: 'Ends sharing an item that is shared with you, at once on all your devices.',
    input: byId,
    output: done,
    run: async ({ user }, { id }, installation) =>
      (await members.leaveItem(user, id, installation)) ? {} : noSuchSharedItem(),
  }),
] as const;

function noSuchSharedItem(): Refusal {
  return new Refusal('not-found', { key: 'refused.noSharedItem' }, { reason: 'no-item' });
}

function noSuchInvitation(): Refusal {
  return new Refusal('not-found', { key: 'refused.noInvitation' }, { reason: 'no-invitation' });
}

function notInvited(state: 'no-item' | 'too-many'): Refusal {
  if (state === 'no-item') return noSuchItem();
  return new Refusal('aborted', { key: 'refused.tooManyInvitations' }, { reason: 'too-many-invitations' });
}
