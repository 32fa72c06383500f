import type { Services } from '../server/services.ts';
import type { Refusal } from './define.ts';
import { refused } from './refused.ts';

/** The files of tags on which no activation codes stand. */
const withoutCodes = ['tags.pdf', 'tags.zip'];

/** Activation codes are computed from the secret: those from a wrong one are void as soon as the right one is back. */
export function refuseVoidCodes(file: string, { machine }: Pick<Services, 'machine'>): Refusal | undefined {
  if (!machine.secretReplaced || withoutCodes.includes(file)) return undefined;
  return refused('codes-void');
}
