import type { CurrentUser } from '../domain/accounts/contract/schema.ts';
import type { Maintenance } from '../domain/settings/contract/schema.ts';

/** What the document of a signed-in person's page brings, so that the app does not have to ask for it. It holds no token. */
export type FirstData = {
  user: CurrentUser;
  maintenance?: Maintenance;
  /** What the app would have asked for, each with the key of its query. */
  answers: [key: string[], data: unknown][];
};

export const firstDataId = 'first-data';
