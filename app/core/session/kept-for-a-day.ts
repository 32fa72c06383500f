import { storageOf } from '../../../browser/storage.ts';
import type { CurrentUser } from '../../../domain/accounts/contract/schema.ts';
import { personOf, sessionStore } from './session-store.ts';

const keptMs = 24 * 3_600_000;

type Kept<Value> = Value & { until: number; of?: string | undefined };

/**
 * Holds on this device, for a day, what somebody without an account opened or typed: confirming an address may open another tab. It
 * belongs to the account for which they sign up, otherwise to the first one that reads it, and no other one gets it.
 */
export function keptForADay<Value extends object>(name: string) {
  const write = (kept: Kept<Value>) => storageOf('localStorage')?.setItem(name, JSON.stringify(kept));
  const readAny = (): Kept<Value> | null => {
    const kept = JSON.parse(storageOf('localStorage')?.getItem(name) ?? 'null') as Kept<Value> | null;
    return kept && kept.until > Date.now() ? kept : null;
  };
  return {
    read(): Value | null {
      const kept = readAny();
      const person = personOf(sessionStore.current());
      if (!kept || !isFor(person, kept.of)) return null;
      if (person && kept.of !== person.uid) write({ ...kept, of: person.uid });
      return kept;
    },
    keep(value: Value): void {
      write({ ...value, until: Date.now() + keptMs, of: personOf(sessionStore.current())?.uid });
    },
    /** Somebody signed up with this address: it waits for that account. */
    giveTo(email: string): void {
      const kept = readAny();
      if (kept && isFor(null, kept.of)) write({ ...kept, of: email.trim().toLowerCase() });
    },
    forget(): void {
      storageOf('localStorage')?.removeItem(name);
    },
  };
}

/** Of whoever is not signed in, while no account has it: who signs up again corrects the address. */
function isFor(person: CurrentUser | null, of = ''): boolean {
  if (!person) return of === '' || of.includes('@');
  return ['', person.uid, person.email].includes(of);
}
