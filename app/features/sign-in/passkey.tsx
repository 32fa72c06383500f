import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import type { ReactNode } from 'react';
import { tellOtherTabs } from '../../../browser/other-tabs.ts';
import type { FunctionInput } from '../../../functions/list.ts';
import { type AuthCall, authPath } from '../../../paths/api.ts';
import { callFunction, unreachable } from '../../core/data/call-function.ts';
import { loadLateTranslations, t } from '../../core/document/app-translations.ts';
import { sessionStore } from '../../core/session/session-store.ts';

export type Credential = FunctionInput<'proveByPasskey'>['credential'];

/** Lets the device make a passkey. @throws in words */
export async function makePasskey(): Promise<Credential> {
  const optionsJSON = (await callFunction('offerPasskey', {})) as unknown as PublicKeyCredentialCreationOptionsJSON;
  return inWords(() => startRegistration({ optionsJSON }));
}

/** Lets the device sign a challenge. @throws in words */
export async function signChallenge(options: object): Promise<Credential> {
  return inWords(() => startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }));
}

async function inWords(ask: () => Promise<object>): Promise<Credential> {
  if (!browserSupportsWebAuthn()) throw new Error(t('secondFactor.notHere'));
  try {
    return (await ask()) as Credential;
  } catch (error) {
    const isElsewhere = error instanceof Error && error.name === 'SecurityError';
    throw new Error(t(isElsewhere ? 'secondFactor.notHere' : 'secondFactor.passkeyFailed'), { cause: error });
  }
}

/** Signs in with a passkey of this device. @throws in words */
export async function signInByPasskey(): Promise<void> {
  await loadLateTranslations();
  const credential = await signChallenge(await post('sign-in/passkey-options', {}));
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

export function WithPasskeys({ children }: { children: ReactNode }) {
  return browserSupportsWebAuthn() ? children : <p className="text-ink-soft">{t('secondFactor.notHere')}</p>;
}
