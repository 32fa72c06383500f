import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import type { FunctionInput } from '../../../functions/list.ts';
import type { Translations } from '../../../language/create-translations.ts';
import { callFunction } from '../../core/data/call-function.ts';

export type Credential = FunctionInput<'proveByPasskey'>['credential'];

/** Lets the device make a passkey. @throws in words */
export async function makePasskey(t: Translations): Promise<Credential> {
  const optionsJSON = (await callFunction('offerPasskey', {})) as unknown as PublicKeyCredentialCreationOptionsJSON;
  return inWords(t, () => startRegistration({ optionsJSON }));
}

/** Lets the device sign a challenge. @throws in words */
export async function signChallenge(t: Translations, options: object): Promise<Credential> {
  return inWords(t, () => startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }));
}

async function inWords(t: Translations, ask: () => Promise<object>): Promise<Credential> {
  if (!browserSupportsWebAuthn()) throw new Error(t('secondFactor.notHere'));
  try {
    return (await ask()) as Credential;
  } catch (error) {
    const isElsewhere = error instanceof Error && error.name === 'SecurityError';
    throw new Error(t(isElsewhere ? 'secondFactor.notHere' : 'secondFactor.passkeyFailed'), { cause: error });
  }
}
