/** The signed-in person a page is drawn for; null for everybody else. */
export type Viewer = {
  uid: string;
  displayName: string;
  isAdmin: boolean;
  /** Messages not yet read by this owner (C-3.04). */
  unread: number;
  /** When the account will be deleted, in ISO 8601. */
  deletedOn?: string | undefined;
} | null;
