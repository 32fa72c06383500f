import { z } from 'zod';

const field = z.string().min(1).max(200);

/** Which field holds what; a dot leads into a map. What is left out has the names here. */
export const mapping = z.strictObject({
  items: z
    .strictObject({
      /** Of what is printed on the tag; the id of the document unless it is given. */
      id: field.optional(),
      owner: field.default('ownerId'),
      name: field.default('name'),
      category: field.default('category'),
      /** Our category for each of theirs; all others are `other`. */
      categories: z.record(z.string(), z.string()).default({}),
      note: field.default('note'),
      createdAt: field.default('createdAt'),
      /** True, or the time of the loss. */
      lost: field.default('lost'),
      archived: field.default('archived'),
    })
    .prefault({}),
  messages: z
    .strictObject({
      owner: field.default('ownerId'),
      read: field.default('readByOwner'),
      text: field.default('message'),
      item: field.default('itemId'),
      name: field.default('senderName'),
      createdAt: field.default('createdAt'),
    })
    .prefault({}),
});

export type Mapping = z.infer<typeof mapping>;
