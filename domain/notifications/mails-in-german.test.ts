import type { Email } from 'postal-mime';
import { expect, test } from 'vitest';
import { type App, startApp } from '../../test/app.ts';
import { linkIn } from '../../test/mailbox.ts';
import { makeConversation, makeItem, newEmail, password, signIn } from '../../test/make.ts';
import { sharedApp } from '../../test/shared-app.ts';
import type { Visitor } from '../../test/visitor.ts';
import { withOwner } from '../../test/worlds.ts';

/** Signs up, confirms and signs in with a browser that asks for German. */
async function makeGerman(app: App, name = 'Ada') {
  const visitor = app.visitor();
  visitor.language = 'de';
  const email = newEmail(name);
  await visitor.auth('sign-up/email', { name, email, password });
  await follow(visitor, await app.mailbox.find(email, 'Bestätigen Sie Ihre Adresse'));
  return signIn(visitor, email);
}

async function follow(visitor: Visitor, mail: Email): Promise<void> {
  const token = new URL(linkIn(mail)).searchParams.get('token');
  const answer = await visitor.auth('verify-email', { token });
  expect(answer.status, mail.subject).toBe(200);
}

function expectGerman(mail: Email, greeting: string, words: string): void {
  expect(mail.text).toMatch(new RegExp(`^${greeting}\n\n`));
  expect(mail.text).toContain(words);
  expect(mail.html).toContain('<html lang="de" dir="ltr">');
  expect(mail.html).toContain(words);
  expect(`${mail.subject} ${mail.text}`).not.toMatch(/\b(?:your|you|the|this)\b/i);
}

test('who signs up on a German page is mailed in German from then on, whatever a finder reads: about messages, about what a program may have sent, and about the account', async () => {
  const app = await sharedApp();
  const owner = await makeGerman(app);
  const confirmation = await app.mailbox.find(owner.email, 'Bestätigen Sie Ihre Adresse für Handback');
  expectGerman(confirmation, 'Guten Tag,', 'nach 7 Tagen wird es gelöscht');
  expect(await owner.call('getUserProfile', { id: owner.uid })).toMatchObject({ language: 'de' });

  owner.language = 'en';
  await makeConversation(app, await makeItem(owner, { name: 'Blauer Rucksack' }));
  const news = await app.mailbox.find(owner.email, 'Jemand hat Ihnen wegen „Blauer Rucksack“ geschrieben');
  expectGerman(news, 'Guten Tag Ada,', 'hat den Anhänger an „Blauer Rucksack“ gescannt');
  expect(news.text).toContain(`Nachricht lesen:\n${app.services.publicUrl}/inbox/`);
  const { hash } = await makeItem(owner, { name: 'Blauer Rucksack' });
  await app.visitor().post(`/item/${hash}`, { text: 'Günstige Uhren', website: 'https://uhren.example' });
  const held = await app.mailbox.find(owner.email, 'Möglicherweise automatisch');
  expectGerman(held, 'Guten Tag Ada,', 'zu „Blauer Rucksack“');
  const { email } = owner;
  const find = (subject: string) => app.mailbox.find(email, subject);
  // Whoever asks, in whatever language: the profile comes first.
  owner.language = 'en';
  const stranger = app.visitor();

  await stranger.auth('sign-up/email', { name: 'Eve', email, password: 'the password of Eve' });
  expectGerman(await find('Sie haben schon ein Konto bei Handback'), 'Guten Tag Ada,', 'jemand, vielleicht Sie');

  await stranger.auth('request-password-reset', { email });
  const reset = await find('Neues Passwort für Handback setzen');
  expectGerman(reset, 'Guten Tag Ada,', 'Er gilt einmal und eine Stunde lang.');

  await signIn(app.visitor(), email);
  await owner.auth('sign-in/email', { email, password });
  expectGerman(await find('Neue Anmeldung bei Ihrem Konto'), 'Guten Tag Ada,', 'Ein unbekanntes Gerät');

  const token = new URL(linkIn(reset)).searchParams.get('token');
  await stranger.auth('reset-password', { token, newPassword: 'another horse battery' });
  expectGerman(await find('Ihr Passwort bei Handback wurde geändert'), 'Guten Tag Ada,', 'gerade geändert');
});

test('every mail about a change of the account is in the language kept with its profile', async () => {
  const app = await startApp();
  const owner = await makeGerman(app);
  owner.language = 'en';

  await owner.call('deleteAccount', { password });
  const deletion = await app.mailbox.find(owner.email, 'Ihr Konto bei Handback wird in 7 Tagen gelöscht');
  expectGerman(deletion, 'Guten Tag Ada,', 'Mein Konto behalten');

  const taken = await makeGerman(app, 'Bea');
  await owner.auth('change-email', { newEmail: taken.email });
  await follow(owner, await app.mailbox.find(owner.email, 'Neue Adresse für Handback erlauben?'));
  const isTaken = await app.mailbox.find(taken.email, 'Diese Adresse hat schon ein Konto bei Handback');
  expectGerman(isTaken, 'Guten Tag,', 'wollte ein anderes Konto');

  app.mailbox.received.length = 0;
  const free = newEmail('Free');
  await owner.auth('change-email', { newEmail: free });
  const allow = await app.mailbox.find(owner.email, 'Neue Adresse für Handback erlauben?');
  expectGerman(allow, 'Guten Tag Ada,', `zur Adresse ${free} umziehen`);
  await follow(owner, allow);
  const confirm = await app.mailbox.find(free, 'Bestätigen Sie Ihre neue Adresse für Handback');
  expectGerman(confirm, 'Guten Tag,', 'zieht Ihr Konto bei Handback zu ihr um');
  await follow(owner, confirm);
  const moved = await app.mailbox.find(owner.email, 'Ihr Konto bei Handback hat eine neue Adresse');
  expectGerman(moved, 'Guten Tag Ada,', `zur Adresse ${free} umgezogen`);
});

test('a link that another browser asks for is mailed in its language, and kept with the new profile', async () => {
  const app = await sharedApp();
  const email = newEmail();
  await app.visitor().auth('sign-up/email', { name: 'Ada', email, password });
  const other = app.visitor();
  other.language = 'de';
  await other.auth('send-verification-email', { email });
  const mail = await app.mailbox.find(email, 'Setzen Sie Ihr Passwort für Handback');
  expectGerman(mail, 'Guten Tag,', 'ist noch nicht bestätigt');
  other.language = 'en';
  const token = new URL(linkIn(mail)).searchParams.get('token');
  await other.auth('reset-password', { token, newPassword: password });
  const owner = await signIn(other, email);
  expect(await owner.call('getUserProfile', { id: owner.uid })).toMatchObject({ language: 'de' });
});

test('who never chose is mailed in the language of their own request, and in English for what others cause', async () => {
  const { app, owner } = await withOwner(startApp());
  await app.services.db.updateTable('users').set({ language: null }).execute();
  owner.language = 'de';
  await owner.call('deleteAccount', { password });
  await app.mailbox.find(owner.email, 'wird in 7 Tagen gelöscht');
  const stranger = app.visitor();
  stranger.language = 'de';
  await stranger.auth('sign-in/email', { email: owner.email, password });
  await app.mailbox.find(owner.email, 'New sign-in to your Handback account');
});

test('the language chosen on the profile is that of the next mail; a name in the other direction turns no words around it', async () => {
  const app = await sharedApp();
  const owner = await makeGerman(app);
  const item = await makeItem(owner, { name: 'Rucksack' });
  expect(await owner.call('updateUserProfile', { language: 'en' })).toMatchObject({ uid: owner.uid, language: 'en' });
  await makeConversation(app, item);
  const mail = await app.mailbox.find(owner.email, 'Somebody wrote to you about “Rucksack”');
  expect(mail.html).toContain('<html lang="en" dir="ltr">');
  for (const language of ['tlh', '', 'de\0'])
    expect(await owner.tryCall('updateUserProfile', { language })).toMatchObject({
      status: 400,
      error: { details: { fields: { language: 'Diese Sprache haben wir nicht.' } } },
    });
  expect(await owner.call('getUserProfile', { id: owner.uid })).toMatchObject({ language: 'en' });
  const nextOwner = await makeGerman(app, 'Ada');
  await nextOwner.call('updateUserProfile', { displayName: 'עדה' });
  await makeConversation(app, await makeItem(nextOwner, { name: 'תיק כחול' }));
  const nextMail = await app.mailbox.find(nextOwner.email, 'Jemand hat Ihnen wegen „\u2068תיק כחול\u2069“ geschrieben');
  expect(nextMail.text).toContain('Guten Tag \u2068עדה\u2069,');
});
