import type { Person } from '../../../domain/people/contract/people.ts';

/** What is not as usual about an account. */
export function statesOf({ isAdmin, disabledAt, deletedOn, emailVerified }: Person) {
  return [
    ...(isAdmin ? (['admin'] as const) : []),
    ...(disabledAt ? (['disabled'] as const) : []),
    ...(deletedOn ? (['deleting'] as const) : []),
    ...(emailVerified === false ? (['unconfirmed'] as const) : []),
  ];
}
