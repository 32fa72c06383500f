import { expect, onTestFinished, test } from 'vitest';
import { ownersReply } from '../../domain/messages/contract/schema.ts';
import { translationsIn } from '../../language/languages.ts';
import { setTranslations } from '../core/document/app-translations.ts';
import { issueInWords } from './form.tsx';

test('what a schema refuses is said in the page’s language, with the limit that was broken', () => {
  setTranslations(translationsIn('de'));
  onTestFinished(() => setTranslations(translationsIn('en')));
  const issues = ownersReply.safeParse({ text: 'x'.repeat(2001) }).error?.issues ?? [];
  expect(issues.map(issueInWords)).toEqual(['Die Nachricht darf höchstens 2000 Zeichen haben.']);
});
