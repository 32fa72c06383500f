import { Refusal } from '../../functions/define.ts';
import { call } from '../../functions/list.ts';
import type { AppPageName } from '../../paths/app-pages.ts';
import type { FirstData } from '../../ui/first-data.ts';
import type { Site } from '../http/site.ts';
import { type Visitor, viewerOf } from '../http/visitor.ts';

/** Undefined when nobody is signed in. What is refused is left out: the app asks for it. */
export async function readFirstData(page: AppPageName, visitor: Visitor, site: Site): Promise<FirstData | undefined> {
  const { user, caller } = visitor;
  if (!user) return undefined;
  const [viewer, maintenance, items, blank] = await Promise.all([
    viewerOf(visitor, site),
    call('getMaintenance', caller, {}, site.services),
    page === 'items' ? call('listItems', caller, {}, site.services) : undefined,
    page === 'items' ? call('listUnassignedTags', caller, { limit: 1 }, site.services) : undefined,
  ]);
  return {
    user,
    unread: viewer?.unread ?? 0,
    ...(!(maintenance instanceof Refusal) && { maintenance }),
    ...(items && !(items instanceof Refusal) && { items: { rows: items.items, next: items.next } }),
    ...(blank && !(blank instanceof Refusal) && { hasUnassignedTags: blank.tags.length > 0 }),
  };
}
