import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { defaultMaintenanceMessage } from '../domain/settings/contract/default-maintenance-message.ts';
import { defaultBrand } from '../ui/brand.ts';
import { compileMessages } from './compile-messages.ts';
import { translationsIn } from './languages.ts';

type Json = { finder: Record<string, Record<string, string>>; rest?: Record<string, Record<string, string>> };

test('language/keys.ts gets the keys and parameters of messages/en.json', async () => {
  const folder = await copyOfMessages();
  await mkdir(join(folder, 'language'));
  await promisify(execFile)(process.execPath, [resolve('commands/write-keys.ts')], { cwd: folder });
  const keys = await readFile(join(folder, 'language/keys.ts'), 'utf8');
  for (const line of [
    `'item.send': {};`,
    `'item.found': { params: { item: string }; tags: 'bdi' };`,
    `'error.manyAttempts': { params: { unit: string; count: number } };`,
  ])
    expect(keys).toContain(`  ${line}\n`);
});

test.each<[problem: string, change: (german: Json) => void]>([
  ['messages/de.json: item.wanted is missing from "finder".', ({ finder }) => delete finder.item?.wanted],
  ['messages/de.json: item.wanted is missing from "finder".', ({ finder }) => set(finder, 'item', 'wanted', '')],
  ['messages/de.json: signIn.title is missing from "rest".', ({ rest }) => delete rest?.signIn?.title],
  [
    'messages/de.json: item.more is in "finder", but English has no such text there.',
    ({ finder }) => set(finder, 'item', 'more', 'Mehr'),
  ],
  [
    'messages/de.json: item.found has the parameters <bdi> {thing: string}, in English it has <bdi> {item: string}.',
    ({ finder }) => set(finder, 'item', 'found', 'Gefunden: <bdi>{thing}</bdi>'),
  ],
  [
    'messages/de.json: error.manyAttempts has the parameters {count: string}, in English it has {count: number} {unit: string}.',
    ({ finder }) => set(finder, 'error', 'manyAttempts', 'Zu viele Versuche: {count}'),
  ],
  ['messages/de.json: item.send is no ICU message:', ({ finder }) => set(finder, 'item', 'send', 'Senden {')],
])('the build fails and says: %s', async (problem, change) => {
  const folder = await copyOfMessages();
  const german = JSON.parse(await readFile(join(folder, 'messages/de.json'), 'utf8')) as Json;
  change(german);
  await writeFile(join(folder, 'messages/de.json'), JSON.stringify(german));
  await expect(buildWith(folder)).rejects.toThrow(problem);
});

test('a language without the rest is one file, and brings nothing but its own texts', async () => {
  const folder = await copyOfMessages();
  const german = JSON.parse(await readFile(join(folder, 'messages/de.json'), 'utf8')) as Json;
  await writeFile(join(folder, 'messages/nl.json'), JSON.stringify({ finder: german.finder }));
  const code = await buildWith(folder);
  expect(code).toContain('Sie haben ');
  for (const said of ['How we greet you.', 'So begrüßen wir Sie.']) expect(code).not.toContain(said);
});

test('what a language does not have is in English; what the operator did not write himself is translated', () => {
  const french = translationsIn('fr');
  expect(french('item.send')).toBe('Envoyer le message');
  expect(french('profile.languageOfAll')).toBe(translationsIn('en')('profile.languageOfAll'));
  expect(translationsIn('en')('screen.maintenance')).toBe(defaultMaintenanceMessage);
  expect(translationsIn('en')('frame.tagline')).toBe(defaultBrand.tagline);
});

function set(scope: Json['finder'], area: string, name: string, text: string): void {
  scope[area] = { ...scope[area], [name]: text };
}

async function copyOfMessages(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'handback-messages-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp('messages', join(folder, 'messages'), { recursive: true });
  await writeFile(
    join(folder, 'entry.js'),
    `export default import.meta.glob('./messages/nl.json', { query: '?texts', eager: true });`,
  );
  return folder;
}

/** Builds what imports the folder's texts, and gives the code. */
async function buildWith(folder: string): Promise<string> {
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [compileMessages(join(folder, 'messages'))],
    build: { write: false, lib: { entry: 'entry.js', formats: ['es'] } },
  });
  return JSON.stringify(built);
}
