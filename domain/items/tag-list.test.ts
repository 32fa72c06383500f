import { expect, test } from 'vitest';
import { startApp } from '../../test/app.ts';
import { startRedirects } from '../../test/e2e/proxies.ts';
import { makeItem } from '../../test/make.ts';
import { withOwner } from '../../test/worlds.ts';
import { toItemHash } from './contract/item-hash.ts';
import { makeStockTags } from './make-tags.ts';
import { listActivationCodes, listTags, type TagListFormat } from './tag-list.ts';

async function textOf(lines: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const line of lines) text += line;
  return text;
}

test('tags in stock are listed once each with the code that activates them', async () => {
  const app = await startApp();
  const { batch } = await makeStockTags(2_500, app.services);
  const [head, ...lines] = (await textOf(listActivationCodes(batch, app.services))).trimEnd().split('\r\n');
  expect(head).toBe('code,activation_code,address');
  expect(new Set(lines).size).toBe(2_500);
  const [code, activationCode] = lines[1_700]?.split(',') ?? [];
  await app.visitor().call('checkActivation', { code: code ?? '', activationCode: activationCode ?? '' });
});

test('every tag is listed with its item as CSV that no spreadsheet runs, and as a map for proxies', async () => {
  const { app, owner } = await withOwner(startApp({ publicUrl: 'https://new.example' }));
  const item = await makeItem(owner, { name: '=HYPERLINK("https://evil.example","me")' });
  const { tags } = await owner.call('makeUnassignedTags', { count: 1, key: crypto.randomUUID() });
  const blank = tags[0] ?? expect.fail('no tag was made');
  const list = (format: TagListFormat) => textOf(listTags(format, app.services));
  const [to, toUnassigned] = [item, blank].map(({ hash }) => `https://new.example/item/${hash}`);

  const csv = (await list('csv')).trimEnd().split('\r\n');
  expect(csv).toHaveLength(3);
  expect(csv).toContain(`${item.id},active,${item.id},"'=HYPERLINK(""https://evil.example"",""me"")",${to}`);
  expect(csv).toContain(`${blank.code},reserved,,,${toUnassigned}`);
  await owner.call('archiveItem', { id: item.id });
  expect(await list('csv')).toContain(`${item.id},archived,`);
  await owner.call('deleteItem', { id: item.id });
  expect(await list('csv')).toContain(`${item.id},retired,`);
  for (const [format, end] of [
    ['nginx', ';'],
    ['caddy', ''],
  ] as const) {
    const map = (await list(format)).split('\n');
    expect(map).toContain(`  /T/${item.id.toUpperCase()} ${to}${end}`);
    expect(map).toContain(`  /item/${item.hash} ${to}${end}`);
    expect(map).toContain(`  /item/${blank.hash} ${toUnassigned}${end}`);
  }
});

test.each([
  ['nginx', 'nginx'],
  ['Caddy', 'caddy'],
] as const)('%s at an old domain sends every printed address of a tag on, and no other', async (program, format) => {
  const app = await startApp({ publicUrl: 'https://a-rather-long-name-of-a-host.tags.lost-and-found.example' });
  await makeStockTags(2_000, app.services);
  const tags = await app.services.db.selectFrom('tags').select('code').orderBy('code').execute();
  const url = await startRedirects(program, await textOf(listTags(format, app.services)));
  const ask = async (path: string) => {
    const answer = await fetch(url + path, { redirect: 'manual' });
    return { status: answer.status, location: answer.headers.get('location') };
  };
  for (const { code } of [tags[0], tags[1_234], tags.at(-1)].filter((tag) => tag !== undefined)) {
    const location = `${app.services.publicUrl}/item/${toItemHash(code)}`;
    for (const path of [`/T/${code.toUpperCase()}`, `/t/${code}`, `/item/${toItemHash(code)}`]) {
      expect(await ask(path), path).toEqual({ status: 301, location });
      expect(await ask(`${path}?lang=de`), path).toEqual({ status: 301, location });
    }
  }
  for (const path of ['/', '/T/0000000000000000', '/item/none']) {
    expect((await ask(path)).location, path).toBeNull();
  }
});
