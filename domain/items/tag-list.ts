import { sql } from 'kysely';
import { itemPath, tagPath } from '../../paths/paths.ts';
import type { Services } from '../../server/services.ts';
import { csvLines } from '../lists/contract/csv.ts';
import { byKey } from '../lists/row-chunks.ts';
import { toItemHash } from './contract/item-hash.ts';
import { printedAddress } from './contract/qr-code.ts';
import { activationCodeOf } from './tag-codes.ts';

export async function* listActivationCodes(batch: string, { db, keys, publicUrl }: Services): AsyncGenerator<string> {
  yield csvLines([['code', 'activation_code', 'address']]);
  for await (const tags of byKey(db.selectFrom('tags').select('code').where('batchId', '=', batch), 'code'))
    yield csvLines(tags.map(({ code }) => [code, activationCodeOf(code, keys), printedAddress(publicUrl, code)]));
}

export const tagListFormats = ['csv', 'nginx', 'caddy'] as const;
export type TagListFormat = (typeof tagListFormats)[number];

type ListedTag = { code: string; state: string; itemId: string | null; name: string | null };

/** The state that the tag's page shows: a tag whose item is deleted is retired, one that waits for its owner to name it is reserved. */
const state = sql<string>`case
  when items.deleted_at is not null or (tags.status = 'active' and items.id is null) then 'retired'
  when tags.status <> 'retired' and tags.frozen_at is not null then 'frozen'
  when tags.status = 'active' and items.archived_at is not null then 'archived'
  when tags.status = 'active' and tags.replaced_by is not null then 'replaced'
  when tags.status = 'blank' and tag_batches.owner_id is not null then 'reserved'
  else tags.status end`;

/** Every tag with its item as CSV, or as a map for a proxy from the addresses on tags to this installation. */
export async function* listTags(format: TagListFormat, { db, publicUrl }: Pick<Services, 'db' | 'publicUrl'>) {
  const { before, line, after } = formats[format];
  yield before;
  const all = db
    .selectFrom('tags')
    .leftJoin('items', 'items.id', 'tags.itemId')
    .leftJoin('tagBatches', 'tagBatches.id', 'tags.batchId')
    .select(['code', state.as('state'), 'itemId', 'items.name']);
  for await (const tags of byKey(all, 'code'))
    for (const tag of tags) yield line(tag, publicUrl + itemPath(toItemHash(tag.code)));
  yield after;
}

type Format = { before: string; line(tag: ListedTag, address: string): string; after: string };

/** Proxies compare paths as they are asked for; nginx does so in any case. */
const formats: Record<TagListFormat, Format> = {
  csv: {
    before: csvLines([['code', 'state', 'item', 'name', 'address']]),
    line: ({ code, state, itemId, name }, address) => csvLines([[code, state, itemId, name, address]]),
    after: '',
  },
  nginx: {
    before: 'map $uri $tag_address {\n  default "";\n',
    line: ({ code }, address) =>
      pathsOf(code)
        .map((path) => `  ${path} ${address};\n`)
        .join(''),
    after: '}\n',
  },
  caddy: {
    before: 'map {path} {tag_address} {\n',
    line: ({ code }, address) =>
      [...pathsOf(code), tagPath(code).toLowerCase()].map((path) => `  ${path} ${address}\n`).join(''),
    after: '  default ""\n}\n',
  },
};

function pathsOf(code: string): string[] {
  return [tagPath(code), itemPath(toItemHash(code))];
}
