import type { Said } from '../../language/words.ts';
import { t } from '../start/words.ts';

/** What a schema found wrong. Its message is a key; the broken limit is the text's only parameter. */
export function issueInWords(issue: { message: string }): string {
  const key = issue.message;
  return t.isKey(key) ? t.say({ key, params: issue } as unknown as Said) : key;
}
