import { expect, test } from 'vitest';
import { readyAnswers } from '../../../domain/messages/contract/ready-replies.ts';
import type { Message } from '../../../domain/messages/contract/schema.ts';
import { answerInWords, excerpt } from './message-words.ts';

const message: Message = {
  id: '1',
  author: 'finder',
  text: '',
  answer: null,
  sentAt: '2026-05-03T12:00:00Z',
  readByOwner: false,
  readByFinder: true,
  heldReason: null,
  details: null,
  pictureId: null,
  deleted: false,
  reply: null,
  meeting: null,
  language: null,
  hidden: null,
  scam: null,
};

test('a tap of the finder reads like the button that was tapped; the list shows tap and words of the newest message', () => {
  const read = readyAnswers.map((answer) => answerInWords({ answer }));
  const ofThings = ['I have it', 'I handed it in', 'I saw it here'];
  expect(read).toEqual([...ofThings, 'Safe with me', 'At a vet or shelter', 'With the police or staff', 'Seen here']);
  expect(excerpt({ ...message, answer: 'have', text: 'On tram 5.' }, false)).toBe('I have it: On tram 5.');
  expect(excerpt({ ...message, answer: 'have' }, false)).toBe('I have it');
  expect(excerpt({ ...message, text: 'On tram 5.' }, false)).toBe('On tram 5.');
  expect(excerpt(message, false)).toBe('This message has no words');
  expect(excerpt({ ...message, pictureId: 'one' }, false)).toBe('A picture');
  expect(excerpt({ ...message, deleted: true }, false)).toBe('Deleted by the finder');
  expect(excerpt({ ...message, deleted: true }, true)).toBe('Removed 90 days after the conversation was closed');
});
