import type { Selectable } from 'kysely';
import type { Executor, Tables } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Services } from '../../server/services.ts';

/** The item of a tag; none when it is deleted. */
export type LockedItem = { id: string; ownerId: string; name: string };

type LockedTag = Selectable<Tables['tags']> & { item: LockedItem | undefined };

type Work<Result> = (trx: Executor, publish: Publish, tag: LockedTag) => Promise<Result>;

/** Runs a transaction that has locked the item of a tag and then the tag, in the order of all who change both. */
export async function withLockedTag<Result>(
  code: string,
  { events }: Services,
  work: Work<Result>,
): Promise<Result | 'no-tag'> {
  for (;;) {
    const done = await events.transaction(async (trx, publish) => {
      const tag = await lockTag(trx, code);
      return typeof tag === 'string' ? tag : { result: await work(trx, publish, tag) };
    });
    if (done === 'no-tag') return done;
    if (done !== 'changed') return done.result;
  }
}

/** `changed`: it came onto an item, or its item went, while this waited. */
async function lockTag(trx: Executor, code: string): Promise<LockedTag | 'no-tag' | 'changed'> {
  const tags = trx.selectFrom('tags').selectAll().where('code', '=', code);
  const { itemId } = (await tags.executeTakeFirst()) ?? {};
  const items = trx
    .selectFrom('items')
    .select(['id', 'ownerId', 'name', 'deletedAt'])
    .where('id', '=', itemId ?? '');
  const item = itemId ? await items.forNoKeyUpdate().executeTakeFirst() : undefined;
  const tag = await tags.forNoKeyUpdate().executeTakeFirst();
  if (!tag) return 'no-tag';
  if (tag.itemId !== itemId) return 'changed';
  return { ...tag, item: item?.deletedAt === null ? item : undefined };
}

export type TagStatus = Selectable<Tables['tags']>['status'];

/** As administrators read it. */
export function stateOfTag({ status, frozenAt }: { status: TagStatus; frozenAt: Date | null }): TagStatus | 'frozen' {
  return frozenAt ? 'frozen' : status;
}
