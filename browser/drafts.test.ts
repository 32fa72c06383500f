import { expect, test } from 'vitest';
import { attemptOf, createDrafts, typedPageName } from './drafts.ts';
import type { BrowserStorage } from './storage.ts';

test('what is typed comes back after a reload, for this account and conversation only, until it was sent; the same words keep their key; where the browser forbids storage, nothing breaks', () => {
  const storage = fakeStorage();
  createDrafts(storage, 'ada').write('c1', { text: 'Thank' });
  expect(createDrafts(storage, 'ada').read('c1')).toEqual({ text: 'Thank' });
  expect(createDrafts(storage, 'ada').read('c2')).toEqual({ text: '' });
  expect(createDrafts(storage, 'eve').read('c1')).toEqual({ text: '' });
  const drafts = createDrafts(fakeStorage(), 'ada');
  drafts.write('c1', { text: 'Thank you' });
  drafts.drop('c1');
  expect(drafts.read('c1')).toEqual({ text: '' });
  const attempt = attemptOf({ text: 'Thank you' });
  drafts.write('c1', { text: 'Thank you', attempt });
  expect(attemptOf(drafts.read('c1'))).toEqual(attempt);
  const second = attemptOf({ text: 'Thank you. Where are you?', attempt });
  expect(second.text).toBe('Thank you. Where are you?');
  expect(second.key).not.toBe(attempt.key);
  const fifthDrafts = createDrafts(undefined, 'ada');
  fifthDrafts.write('c1', { text: 'Thank' });
  expect(fifthDrafts.read('c1')).toEqual({ text: '' });
});

test('signing out asks about words typed over a page by this account too, and can drop them', () => {
  const storage = fakeStorage();
  const drafts = createDrafts(storage, 'ada');
  for (const uid of ['adam', 'ada']) storage.setItem(typedPageName(uid, 'about', 'en'), '{}');
  expect(drafts.some()).toBe(true);
  drafts.dropAll();
  expect(drafts.some()).toBe(false);
  expect(storage.names()).toEqual(['page-words adam about en']);
});

test('signing out asks about words in any conversation of this account, and can drop them', () => {
  const storage = fakeStorage();
  const drafts = createDrafts(storage, 'ada');
  createDrafts(storage, 'eve').write('c1', { text: 'Mine' });
  drafts.write('c1', { text: ' ' });
  expect(drafts.some()).toBe(false);
  drafts.write('c2', { text: 'Thank' });
  expect(drafts.some()).toBe(true);
  drafts.dropAll();
  expect(drafts.some()).toBe(false);
  expect(createDrafts(storage, 'eve').some()).toBe(true);
});

test('a draft with an end is gone after it, also when signing out asks', () => {
  const storage = fakeStorage();
  const drafts = createDrafts(storage, 'ada');
  drafts.write('activation', { text: 'Keys', until: Date.now() + 60_000 });
  expect([drafts.read('activation').text, drafts.some()]).toEqual(['Keys', true]);
  drafts.write('activation', { text: 'Keys', until: Date.now() - 1 });
  expect(drafts.some()).toBe(false);
  expect(storage.names()).toEqual([]);
  drafts.write('activation', { text: 'Keys', until: Date.now() - 1 });
  expect(drafts.read('activation')).toEqual({ text: '' });
  expect(storage.names()).toEqual([]);
});

function fakeStorage(): BrowserStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
    names: () => [...kept.keys()],
  };
}
