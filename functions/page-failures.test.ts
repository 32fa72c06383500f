import { expect, test, vi } from 'vitest';
import { startApp } from '../test/app.ts';

const broken = {
  error: 'TypeError',
  page: 'editItem' as const,
  release: '/assets/main-a1.js',
  positions: ['items-b2.js:1:2345'],
};

test('a page that broke is one line of the log, and no more than 30 an hour come from one network', async () => {
  const app = await startApp();
  const warn = vi.spyOn(app.services.log, 'warn');
  const visitor = app.visitor();
  await visitor.call('reportPageFailure', broken);
  const { page: _, error: name, ...line } = broken;
  expect(warn.mock.calls).toEqual([[{ name, ...line, route: '/items/:id/edit' }, 'a page broke']]);

  for (const wrong of [
    { error: 'Mia lost her bag' },
    { page: '/items/abc' },
    { release: 'https://elsewhere.example/a.js' },
    { positions: ['https://elsewhere.example/a.js:1:2'] },
    { positions: Array(11).fill('items-b2.js:1:2345') },
  ])
    expect(await visitor.tryCall('reportPageFailure', { ...broken, ...wrong })).toMatchObject({ error: {} });
  expect(warn).toHaveBeenCalledTimes(1);

  for (let count = 1; count < 35; count++) await visitor.call('reportPageFailure', broken);
  expect(warn).toHaveBeenCalledTimes(30);
});
