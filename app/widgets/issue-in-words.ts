import type { MessageDescriptor } from '../../language/words.ts';
import { t } from '../start/words.ts';

/** A schema's message is a key; the broken limit is the text's only parameter. */
export function issueInWords(issue: { message: string }): string {
  return t.say({ key: issue.message, params: issue } as unknown as MessageDescriptor);
}
