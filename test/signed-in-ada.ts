import type { CurrentUser } from '../domain/accounts/contract/schema.ts';

export const signedInAda: CurrentUser = {
  uid: 'ada',
  email: 'ada@example.com',
  displayName: 'Ada',
  emailVerified: true,
  createdAt: '2026-01-01T00:00:00Z',
  lastLogin: null,
  role: null,
};
