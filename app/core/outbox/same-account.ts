import { type CallFunction, callFunction, unreachable } from '../data/call-function.ts';
import { personOf, sessionStore } from '../session/session-store.ts';

/** @throws as without network, once another account is signed in: it waits for the one that wrote it */
export function mustBe(uid: string): void {
  if (personOf(sessionStore.current())?.uid !== uid) throw unreachable('internal');
}

/** Calls functions as this account alone, however many calls a change takes. */
export function callAs(uid: string): CallFunction {
  return async (...call) => {
    mustBe(uid);
    return callFunction(...call);
  };
}
