import { Refusal } from '../../functions/define.ts';
import type { AppPageName } from '../../paths/app-pages.ts';
import type { FirstData } from '../../ui/first-data.ts';
import { callFor, readVisitor, type SiteContext, viewerOf } from '../http/visitor.ts';

/** Undefined when nobody is signed in. What is refused is left out: the app asks for it. */
export async function readFirstData(c: SiteContext, page: AppPageName): Promise<FirstData | undefined> {
  const { user } = await readVisitor(c);
  if (!user) return undefined;
  const [viewer, maintenance, items, blank] = await Promise.all([
    viewerOf(c),
    callFor(c, 'getMaintenance', {}),
    page === 'items' ? callFor(c, 'listItems', {}) : undefined,
    page === 'items' ? callFor(c, 'listUnassignedTags', { limit: 1 }) : undefined,
  ]);
  return {
    user,
    unread: viewer?.unread ?? 0,
    ...(!(maintenance instanceof Refusal) && { maintenance }),
    ...(items && !(items instanceof Refusal) && { items: { rows: items.items, next: items.next } }),
    ...(blank && !(blank instanceof Refusal) && { hasUnassignedTags: blank.tags.length > 0 }),
  };
}
