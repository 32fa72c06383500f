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

test('signing out asks about words typed over a page by this account too, and can drop them; signing out asks about words in any conversation of this account, and can drop them; a draft with an end is gone after it, also when signing out asks', () => {
  const storage = fakeStorage();
  const drafts = createDrafts(storage, 'ada');
  for (const uid of ['adam', 'ada']) storage.setItem(typedPageName(uid, 'about', 'en'), '{}');
  expect(drafts.some()).toBe(true);
  drafts.dropAll();
  expect(drafts.some()).toBe(false);
  expect(storage.names()).toEqual(['page-words adam about en']);
  const nextStorage = fakeStorage();
  const nextDrafts = createDrafts(nextStorage, 'ada');
  createDrafts(nextStorage, 'eve').write('c1', { text: 'Mine' });
  nextDrafts.write('c1', { text: ' ' });
  expect(nextDrafts.some()).toBe(false);
  nextDrafts.write('c2', { text: 'Thank' });
  expect(nextDrafts.some()).toBe(true);
  nextDrafts.dropAll();
  expect(nextDrafts.some()).toBe(false);
  expect(createDrafts(nextStorage, 'eve').some()).toBe(true);
  const thirdStorage = fakeStorage();
  const thirdDrafts = createDrafts(thirdStorage, 'ada');
  thirdDrafts.write('activation', { text: 'Keys', until: Date.now() + 60_000 });
  expect([thirdDrafts.read('activation').text, thirdDrafts.some()]).toEqual(['Keys', true]);
  thirdDrafts.write('activation', { text: 'Keys', until: Date.now() - 1 });
  expect(thirdDrafts.some()).toBe(false);
  expect(thirdStorage.names()).toEqual([]);
  thirdDrafts.write('activation', { text: 'Keys', until: Date.now() - 1 });
  expect(thirdDrafts.read('activation')).toEqual({ text: '' });
  expect(thirdStorage.names()).toEqual([]);
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
