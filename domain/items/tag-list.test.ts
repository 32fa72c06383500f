import { expect, test } from 'vitest';
import { startApp } from '../../test/app.ts';
import { makeItem, makeOwner } from '../../test/make.ts';
import { makeStockTags } from './blank-tags.ts';
import { listActivationCodes, listTags, type TagListFormat } from './tag-list.ts';

async function textOf(lines: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const line of lines) text += line;
  return text;
}

test('tags in stock are listed once each with the code that activates them', async () => {
  const app = await startApp();
  const { batch } = await makeStockTags(2_500, app.installation);
  const [head, ...lines] = (await textOf(listActivationCodes(batch, app.installation))).trimEnd().split('\r\n');
  expect(head).toBe('code,activation_code');
  expect(new Set(lines).size).toBe(2_500);
  const [code, activationCode] = lines[1_700]?.split(',') ?? [];
  await app.visitor().call('checkActivation', { code: code ?? '', activationCode: activationCode ?? '' });
});

test('every tag is listed with its item as CSV that no spreadsheet runs, and as a map for proxies', async () => {
  const app = await startApp({ publicUrl: 'https://new.example' });
  const owner = await makeOwner(app);
  const item = await makeItem(owner, { name: '=HYPERLINK("https://evil.example","me")' });
  const { tags } = await owner.call('makeBlankTags', { count: 1, key: crypto.randomUUID() });
  const blank = tags[0] ?? expect.fail('no tag was made');
  const list = (format: TagListFormat) => textOf(listTags(format, app.installation));
  const [to, toBlank] = [item, blank].map(({ hash }) => `https://new.example/item/${hash}`);

  const csv = (await list('csv')).trimEnd().split('\r\n');
  expect(csv).toHaveLength(3);
  expect(csv).toContain(`${item.id},active,${item.id},"'=HYPERLINK(""https://evil.example"",""me"")",${to}`);
  expect(csv).toContain(`${blank.code},reserved,,,${toBlank}`);
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
    expect(map).toContain(`  /item/${blank.hash} ${toBlank}${end}`);
  }
});
