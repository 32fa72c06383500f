import type { ComponentProps } from 'react';
import { Refusal } from '../../functions/define.ts';
import type { FunctionOutput } from '../../functions/list.ts';
import type { AppPageName } from '../../paths/app-pages.ts';
import type { FirstData } from '../../ui/first-data.ts';
import type { Viewer } from '../../ui/header.tsx';
import type { ItemHead } from '../../ui/item-head.tsx';
import { callFor, readVisitor, type SiteContext, viewerOf } from '../http/visitor.ts';
import { firstOfAdministration } from './first-of-administration.ts';

export type ItemOfTag = { id: string; hash: string; isShared: boolean };

export type First = {
  data: FirstData;
  viewer: Viewer;
  items: FunctionOutput<'listItems'> | undefined;
  item: ComponentProps<typeof ItemHead>['item'] | undefined;
  hasUnassignedTags: boolean | undefined;
};

/** Undefined when nobody is signed in. What is refused is left out: the app asks for it. */
export async function readFirst(c: SiteContext, page: AppPageName, opened?: ItemOfTag): Promise<First | undefined> {
  const { user } = await readVisitor(c);
  if (!user) return undefined;
  const [viewer, setting, items, blank, inbox, archived, states, item, administration] = await Promise.all([
    viewerOf(c),
    callFor(c, 'getMaintenance', {}).then(orNothing),
    page === 'items' ? callFor(c, 'listItems', {}).then(orNothing) : undefined,
    page === 'items' ? callFor(c, 'listUnassignedTags', { limit: 1 }).then(orNothing) : undefined,
    page === 'inbox' ? callFor(c, 'listConversations', {}).then(orNothing) : undefined,
    page === 'inbox' ? callFor(c, 'listConversations', { show: 'archived', limit: 1 }).then(orNothing) : undefined,
    opened && !opened.isShared ? callFor(c, 'listItemStates', { id: opened.id }).then(orNothing) : undefined,
    opened && callFor(c, opened.isShared ? 'getSharedItem' : 'getItem', { id: opened.id }).then(orNothing),
    firstOfAdministration(c, page),
  ]);
  const hasUnassignedTags = blank && blank.tags.length > 0;
  const answers: [string[], unknown][] = [
    [['unread'], viewer?.unread ?? 0],
    [['items'], items && { rows: items.items, next: items.next }],
    [['blank-tags', 'any'], hasUnassignedTags],
    [['conversations'], inbox && { rows: inbox.conversations, next: inbox.next }],
    [['conversations', 'wanted', 'any-archived', ''], archived && archived.conversations.length > 0],
    [['item-states', opened?.id ?? ''], states && { rows: states.states, next: states.next }],
    [['tagged-item', opened?.hash ?? ''], item && { id: item.id, isShared: opened?.isShared }],
    [[opened?.isShared ? 'shared-items' : 'items', opened?.id ?? ''], item],
    ...administration,
  ];
  const data = {
    user,
    ...(setting && { maintenance: setting }),
    answers: answers.filter(([, answer]) => answer !== undefined),
  };
  return { data, viewer, items, item: opened?.isShared ? undefined : item, hasUnassignedTags };
}

function orNothing<Output>(output: Output | Refusal): Output | undefined {
  return output instanceof Refusal ? undefined : output;
}
