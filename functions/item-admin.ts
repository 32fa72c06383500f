import { Readable } from 'node:stream';
import { z } from 'zod';
import { recordAction } from '../domain/audit/record-action.ts';
import { administerTag, replaceTag } from '../domain/items/administer-tag.ts';
import { administeredItem, foundItem, itemsRequest } from '../domain/items/contract/administered-item.ts';
import { administeredTag } from '../domain/items/contract/administered-tag.ts';
import { tagCode } from '../domain/items/contract/schema.ts';
import { tagActionReasons, tagActions } from '../domain/items/contract/tag-actions.ts';
import { findTagCode } from '../domain/items/tag-codes.ts';
import { listTags, tagListFormats } from '../domain/items/tag-list.ts';
import { next } from '../domain/lists/contract/schema.ts';
import { lookUpItems, readAdministeredItem } from '../domain/moderation/look-up-items.ts';
import { readAdministeredTag } from '../domain/moderation/look-up-tags.ts';
import type { PlainKey } from '../language/create-translations.ts';
import { tagMapPath } from '../paths/paths.ts';
import { forAdmin } from './define.ts';
import { byId } from './inputs.ts';
import { refused } from './refused.ts';

export const itemAdminFunctions = {
  lookUpItems: forAdmin({
    summary:
      'The items, the newest first. `search`: the starts of words in a name, a tag by its code, hash or address, or the address or uid of an owner. `state`: archived and deleted items have that state alone.',
    input: itemsRequest,
    output: z.strictObject({ rows: z.array(foundItem), next }),
    run: (_caller, request, services) => lookUpItems(request, services),
  }),

  getAdministeredItem: forAdmin({
    summary:
      'An item with its tags and its states. Of its conversations it tells how many there are, and what was reported or is held in them; nothing that was written, and nothing that its owner keeps private.',
    input: byId,
    output: administeredItem,
    run: async (_caller, { id }, services) => (await readAdministeredItem(id, services)) ?? 'no-item.any',
  }),
};

const maxTyped = 300;
const notATag = 'tagAdmin.noTag' satisfies PlainKey;
const reason = z.enum(tagActionReasons, 'tagAdmin.reasonMissing' satisfies PlainKey);

export const tagAdminFunctions = {
  getTag: forAdmin({
    summary:
      'What is known of a tag, and what administrators did with it. `tag`: its code however typed, its hash, a printed address, or an address of an earlier system.',
    input: z.object({ tag: z.string(notATag).min(1, notATag).max(maxTyped, notATag) }),
    output: administeredTag,
    run: async (_caller, { tag }, services) => {
      const code = await findTagCode(tag, services);
      return (code && (await readAdministeredTag(code, services))) || refused('no-tag', { field: 'tag' });
    },
  }),

  administerTag: forAdmin({
    summary:
      'Freezes a tag, so that its page says that the operator disabled it, unfreezes it, or retires it for ever. The owner of its item is told by email.',
    input: z.object({ code: tagCode, act: z.enum(tagActions), reason }),
    run: async ({ user }, input, services) => {
      const outcome = await administerTag(user, input, services);
      if (outcome === 'no-tag') return refused('no-tag', { field: 'tag' });
      return outcome === 'done' || 'retired';
    },
  }),

  replaceTag: forAdmin({
    summary:
      'Puts another tag on the item of a tag: the unassigned one with `newCode`, or without it one that is made now; answers its code. The page of the old one still shows the item, unless the reason is that it is misused: then it is retired. Links to the item lead to the new one. The owner is told by email. A tag is replaced once.',
    input: z.object({ code: tagCode, newCode: tagCode.optional(), reason }),
    output: z.strictObject({ code: z.string() }),
    run: async ({ user }, input, services) => {
      const outcome = await replaceTag(user, input, services);
      if (outcome === 'no-tag') return refused('no-tag', { field: 'tag' });
      if (outcome === 'no-item') return 'no-item.of-tag';
      const { state } = outcome;
      if (state === 'replaced') return { code: outcome.code };
      if (state === 'is-replaced') return state;
      return refused(state === 'retired' ? 'retired.new' : state, { field: 'newCode' });
    },
  }),

  readTagMap: forAdmin({
    fresh: true,
    route: `GET ${tagMapPath('{format}')}`,
    countsItself: true,
    summary:
      'Every tag with its item and its address as CSV, or as a map for nginx or Caddy from the paths on tags to their pages here.',
    input: z.object({ format: z.enum(tagListFormats) }),
    output: z.strictObject({ name: z.string(), type: z.enum(['csv', 'text']), file: z.instanceof(Readable) }),
    run: async ({ user }, { format }, services) => {
      await recordAction(services.db, { by: user, act: 'readTagMap', id: `tags.${format}` });
      const file = Readable.from(listTags(format, services), { objectMode: false });
      if (format === 'csv') return { name: 'tags.csv', type: 'csv' as const, file };
      return { name: `tags.${format}.conf`, type: 'text' as const, file };
    },
  }),
};
