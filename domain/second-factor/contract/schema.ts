import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { plainCode } from '../../texts/contract/plain-digits.ts';
import { neededLine } from '../../texts/contract/typed-values.ts';

export const mostPasskeys = 20;
const maxPasskeyNameLength = 60;
/** Far more than browsers send. */
const maxCredentialLength = 20_000;

export const passkeyName = neededLine(maxPasskeyNameLength, 'secondFactor.nameMissing', 'secondFactor.nameTooLong');

export const typedCode = z
  .string('secondFactor.codeMissing' satisfies PlainKey)
  .max(60, 'secondFactor.wrongCode' satisfies PlainKey)
  .meta({ examples: ['123 456'] })
  .transform(plainCode)
  .refine(Boolean, 'secondFactor.codeMissing' satisfies PlainKey);

export const sealedSecret = z.string('error.notUnderstood' satisfies PlainKey).max(200);

/** What `navigator.credentials` gives, as JSON. */
export const credential = z
  .looseObject({ id: z.string().max(2_000), response: z.looseObject({}) }, 'error.notUnderstood' satisfies PlainKey)
  .refine((given) => JSON.stringify(given).length <= maxCredentialLength, 'error.notUnderstood' satisfies PlainKey);

/** Times are ISO 8601. */
export const passkey = z.strictObject({
  id: z.string(),
  name: z.string(),
  since: z.string(),
  lastUsed: z.string().nullable(),
});
export type Passkey = z.infer<typeof passkey>;

export const keptPasskeys = z.array(z.string().max(2_000)).max(mostPasskeys);

/** `missing`: none was proved in this session; `stale`: the last time is more than 15 minutes ago. */
const proof = z.enum(['missing', 'stale', 'fresh']);
export type Proof = z.infer<typeof proof>;

export const secondFactors = z.strictObject({
  passkeys: z.array(passkey),
  authenticatorApp: z.string().nullable(),
  recoveryCodesLeft: z.int(),
  proof,
});
export type SecondFactors = z.infer<typeof secondFactors>;

export const recoveryCodes = z.array(z.string());
