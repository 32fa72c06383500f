import { storageOf } from '../../../browser/storage.ts';
import type { CurrentUser } from '../../../domain/accounts/contract/schema.ts';
import { ownUrl } from '../../../paths/own-url.ts';
import { activatePath, invitationPath, itemsPath, signInPath, signUpPath } from '../../../paths/paths.ts';
import { personOf, sessionStore } from './session-store.ts';

const keptMs = 24 * 3_600_000;

type Kept<Value> = Value & { until: number; of?: string | undefined };

/** Holds for a day what somebody without an account opened or typed: for the account of their sign-up, else for the first that reads it. */
function keptForADay<Value extends object>(name: string, key: keyof Value) {
  const write = (kept: Kept<Value>) => storageOf('localStorage')?.setItem(name, JSON.stringify(kept));
  const readAny = (): Kept<Value> | null => {
    const kept = JSON.parse(storageOf('localStorage')?.getItem(name) ?? 'null') as Kept<Value> | null;
    return kept && kept.until > Date.now() ? kept : null;
  };
  const read = (): Value | null => {
    const kept = readAny();
    const person = personOf(sessionStore.current());
    if (!kept || !isFor(person, kept.of)) return null;
    if (person && kept.of !== person.uid) write({ ...kept, of: person.uid });
    return kept;
  };
  return {
    read,
    keep(value: Value): void {
      write({ ...value, until: Date.now() + keptMs, of: personOf(sessionStore.current())?.uid });
    },
    giveTo(email: string): void {
      const kept = readAny();
      if (kept && isFor(null, kept.of)) write({ ...kept, of: email.trim().toLowerCase() });
    },
    forget(value: string): void {
      if (read()?.[key] === value) storageOf('localStorage')?.removeItem(name);
    },
  };
}

/** Of whoever is not signed in, while no account has it: who signs up again corrects the address. */
function isFor(person: CurrentUser | null, of = ''): boolean {
  if (!person) return of === '' || of.includes('@');
  return ['', person.uid, person.email].includes(of);
}

/** A tag that somebody may activate; without an activation code one of their own. */
export type WaitingClaim = { code: string; activationCode?: string | undefined };

export const waitingClaim = keptForADay<WaitingClaim>('handback-activation', 'code');

/** Where somebody was going who had no account. */
export const waitingPath = keptForADay<{ path: string }>('handback-next', 'path');

/** Where an account begins: at the tag that waits to be activated, at the invitation that waits, or where one was going, otherwise at My Items. */
function firstPath(): string {
  if (waitingClaim.read()) return activatePath();
  const { token } = waitingInvitation.read() ?? {};
  return token ? invitationPath(token) : (waitingPath.read()?.path ?? itemsPath());
}

/** One of an earlier release has no token: it is over. */
export const waitingInvitation = keptForADay<{ token?: string }>('handback-invitation', 'token');

/** Where to go after signing in: a path of this origin, never a page that leads back to signing in; My Items or a tag that waits otherwise. */
export function nextPath(asked: string | null | undefined, origin: string): string {
  const url = ownUrl(asked ?? '', origin);
  if (!url || signInPage.test(decodeURI(url.pathname))) return firstPath();
  return url.pathname + url.search + url.hash;
}

/** However somebody writes it: in any case, with slashes at the end or not. */
const signInPage = new RegExp(`^(${signInPath()}|${signUpPath()})/*$`, 'i');
