import type { QueryClient } from '@tanstack/react-query';
import { isTimeoutUnfinished } from '../../browser/inactivity.ts';
import { type FirstData, firstDataId } from '../../ui/first-data.ts';
import { maintenanceWatch } from '../data/maintenance.ts';
import { itemsQuery, unreadQuery } from '../data/queries.ts';
import { sessionStore } from '../session/session-store.ts';
import { anyBlankTagsQuery } from '../tags/any-blank-tags.ts';

/** Takes what the document brought as if it had been asked for. The first drawing of the app removes its element. */
export function takeFirstData(root: HTMLElement, client: QueryClient): void {
  const json = root.querySelector(`#${firstDataId}`)?.textContent;
  if (!json || isTimeoutUnfinished()) return;
  const { user, unread, maintenance: setting, items, hasBlankTags } = JSON.parse(json) as FirstData;
  const asked = { updatedAt: performance.timeOrigin };
  client.setQueryData(unreadQuery.queryKey, unread, asked);
  if (items) client.setQueryData(itemsQuery.queryKey, items, asked);
  if (hasBlankTags !== undefined) client.setQueryData(anyBlankTagsQuery.queryKey, hasBlankTags, asked);
  if (setting) maintenanceWatch.take(setting);
  sessionStore.expect(user);
}
