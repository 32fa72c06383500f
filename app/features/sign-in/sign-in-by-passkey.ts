import { tellOtherTabs } from '../../../browser/other-tabs.ts';
import { type AuthCall, authPath } from '../../../paths/api.ts';
import { unreachable } from '../../core/data/call-function.ts';
import { loadLateTranslations } from '../../core/document/app-translations.ts';
import { sessionStore } from '../../core/session/session-store.ts';
import { signChallenge } from './passkey.ts';

/** Signs in with a passkey of this device. @throws in words */
export async function signInByPasskey(): Promise<void> {
  const words = await loadLateTranslations();
  const credential = await signChallenge(words, await post('sign-in/passkey-options', {}));
  await post('sign-in/passkey', { credential });
  await sessionStore.enter();
  tellOtherTabs('entered');
}

async function post(call: AuthCall, body: object): Promise<object> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(authPath(call), { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => {
    throw unreachable('unavailable');
  });
  const read = (await answer.json().catch(() => ({}))) as { message?: string };
  if (!answer.ok) throw read.message ? new Error(read.message) : unreachable('unavailable');
  return read;
}
