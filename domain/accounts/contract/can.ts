/** Which roles may do what, beside what every account may. Each can be the access of a function (functions/list.ts). */
const rights = {
  admin: ['admin'],
  passMaintenance: ['admin'],
  readProfiles: ['admin'],
  seePictures: ['admin'],
} as const;

export type Right = keyof typeof rights;

export function can(who: { role: string | null } | null | undefined, what: Right): boolean {
  return rights[what].some((role) => role === who?.role);
}

export function isRight(access: string): access is Right {
  return access in rights;
}
