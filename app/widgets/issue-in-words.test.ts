import { expect, onTestFinished, test } from 'vitest';
import { ownersReply } from '../../domain/messages/contract/schema.ts';
import { wordsIn } from '../../language/languages.ts';
import { setWords } from '../start/words.ts';
import { issueInWords } from './use-checked-form.ts';

test('what a schema refuses is said in the page’s language, with the limit that was broken', () => {
  setWords(wordsIn('de'));
  onTestFinished(() => setWords(wordsIn('en')));
  const issues = ownersReply.safeParse({ text: 'x'.repeat(2001) }).error?.issues ?? [];
  expect(issues.map(issueInWords)).toEqual(['Die Nachricht darf höchstens 2000 Zeichen haben.']);
});
