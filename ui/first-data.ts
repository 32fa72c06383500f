import type { CurrentUser } from '../domain/accounts/contract/schema.ts';
import type { ItemSummary } from '../domain/items/contract/schema.ts';
import type { Maintenance } from '../domain/settings/contract/schema.ts';

/** What the document of a signed-in person's page brings, so that the app does not have to ask for it. It holds no token. */
export type FirstData = {
  user: CurrentUser;
  unread: number;
  maintenance?: Maintenance;
  items?: { rows: ItemSummary[]; next?: string | undefined };
  hasUnassignedTags?: boolean;
};

export const firstDataId = 'first-data';
