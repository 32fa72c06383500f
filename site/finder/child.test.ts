import { expect, test } from 'vitest';
import type { Category } from '../../domain/items/contract/categories.ts';
import { readyFor } from '../../domain/messages/contract/ready-replies.ts';
import { languages, translationsIn } from '../../language/languages.ts';
import { makeItem, makeOwner, shareItem } from '../../test/make.ts';
import { beginConversation, withOwner } from '../../test/worlds.ts';

/** How the word for an owner begins, in each language. */
const ownerIn: Record<string, string> = {
  ar: 'مالك',
  cs: 'majitel',
  de: 'besitzer',
  en: 'owner',
  es: 'dueño',
  fr: 'propriétaire',
  he: 'בעלים',
  hi: 'मालिक',
  it: 'proprietario',
  ja: '持ち主',
  ko: '주인',
  nl: 'eigenaar',
  pl: 'właściciel',
  pt: 'dono',
  ru: 'владел',
  sv: 'ägare',
  tr: 'sahibi',
  uk: 'власник',
  vi: 'chủ nhân',
  zh: '失主',
};

/** What people read: keywords are none of it. */
const wordsOf = (html: string) =>
  html.replace(/<(style|script)\b.*?<\/\1>|<meta name="keywords"[^>]*>/gs, '').toLowerCase();

/** What whoever found it reads from the scan to the end, in each language. */
async function readAll(category: Category) {
  const { app, owner } = await withOwner();
  const item = await makeItem(owner, { name: 'Jonas', category });
  const member = await makeOwner(app, 'Bea');
  await shareItem(owner, member, item);
  await member.call('updateUserProfile', { nameShown: true });
  const { finder, path, id } = await beginConversation(owner, item);
  const scanned = `/item/${item.hash}`;
  const pages: Record<string, string[]> = {};
  const read = async (...paths: string[]) => {
    for (const language of languages)
      for (const each of paths) {
        finder.language = language;
        const stranger = app.visitor();
        stranger.language = language;
        const html = await (each === scanned ? stranger : finder).read(each);
        pages[language] = [...(pages[language] ?? []), wordsOf(html)];
      }
  };
  await read(scanned, path, `${path}/place`, `${path}/delete`);
  const said = { conversationId: id, text: '', key: crypto.randomUUID() };
  await owner.call('replyToFinder', { ...said, reply: 'stay' });
  await member.call('replyToFinder', { ...said, key: crypto.randomUUID(), text: 'Hi' });
  await read(path);
  await owner.call('markReturnedByFinder', { conversationId: id, key: crypto.randomUUID() });
  await owner.call('undoReturnedByFinder', { conversationId: id, key: crypto.randomUUID() });
  await owner.call('markItemLost', { id: item.id });
  await owner.call('markReturnedByFinder', { conversationId: id, key: crypto.randomUUID() });
  await owner.call('blockConversation', { id });
  await read(scanned, path);
  return pages;
}

test('who found a child reads of its family, and of an owner nowhere, in every language; who found keys reads of their owner', async () => {
  const [child, keys] = [await readAll('child'), await readAll('keys')];
  expect(Object.keys(ownerIn).sort()).toEqual([...languages].sort());
  for (const language of languages) {
    const word = ownerIn[language] ?? '';
    expect(
      child[language]?.filter((page) => page.includes(word)).map((page) => excerpt(page, word)),
      language,
    ).toEqual([]);
    expect(
      keys[language]?.some((page) => page.includes(word)),
      language,
    ).toBe(true);
    const family = translationsIn(language)('conversation.owner', { category: 'child' }).toLowerCase();
    expect(
      child[language]?.some((page) => page.includes(family)),
      language,
    ).toBe(true);
  }
});

const excerpt = (page: string, word: string) =>
  page.slice(Math.max(0, page.indexOf(word) - 80), page.indexOf(word) + 40);

test('where an owner’s number stands, neither the page nor its description says that no number is seen, in every language', async () => {
  const { app, owner } = await withOwner();
  const { id, hash } = await makeItem(owner, { category: 'pet' });
  const says = async (language: string) => {
    const visitor = app.visitor();
    visitor.language = language;
    const html = await visitor.read(`/item/${hash}`);
    const hidden = { category: 'pet', number: 'hidden' };
    const t = translationsIn(language);
    const plain = html.replaceAll('&#x27;', "'");
    return [t('item.description', hidden), t('item.hint', hidden)].map((text) => plain.includes(text));
  };
  for (const language of languages) expect(await says(language), language).toEqual([true, true]);
  await owner.call('updateItem', { id, facts: { phone: { text: '+49 30 1234567', shown: true } } });
  for (const language of languages) expect(await says(language), language).toEqual([false, false]);
});

test('nobody who is with a child is asked to keep it, to photograph it or to prove it; “stay” can be answered', async () => {
  const { replies, questions } = readyFor('child');
  expect([replies, questions]).toEqual([['stay', 'where', 'thanks'], []]);
  const { owner } = await withOwner();
  const { finder, path, id } = await beginConversation(owner, await makeItem(owner, { category: 'child' }));
  await owner.call('replyToFinder', { conversationId: id, text: '', key: crypto.randomUUID(), reply: 'stay' });
  const page = await finder.read(path);
  expect(page).toContain('Please stay with them, we are coming.');
  expect(page.match(/<button[^>]* name="answer"[^>]*>/g)).toHaveLength(2);
});
