import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { startApp } from '../../test/app.ts';
import { makeAdministrator } from '../../test/make.ts';
import type { Visitor } from '../../test/visitor.ts';
import { withItem } from '../../test/worlds.ts';

const dark = '#12161c';

/** Which colours a page shows: those of one scheme, or of the device's system. */
async function schemeOf(visitor: Visitor, path: string): Promise<string> {
  const response = await visitor.get(path);
  const html = await response.text();
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  const policy = response.headers.get('content-security-policy');
  if (style) expect(policy, path).toContain(createHash('sha256').update(style).digest('base64'));
  const frames = [...html.matchAll(/<meta name="theme-color" content="([^"]+)"/g)].map(([, color]) => color);
  if (frames.length > 1) return 'system';
  expect(style, path).toMatch(frames[0] === dark ? /color-scheme:\s*dark/ : /color-scheme:\s*light(?! dark)/);
  expect(style, path).toContain('--paper:');
  expect(style, path).not.toContain('prefers-color-scheme');
  return frames[0] === dark ? 'dark' : 'light';
}

const pressedIn = (html: string) => [...html.matchAll(/value="(\w+)" aria-pressed="true"/g)].map(([, value]) => value);

const choose = (visitor: Visitor, theme: string, to = '/about') => visitor.post('/theme', { theme, to });

test('the theme that a form of the footer sends is that of the site’s pages and the app’s on this device, also from the cache, until the system’s is chosen; the finder’s page shows the system’s', async () => {
  const { app, owner, item } = await withItem();
  const [visitor, other] = [app.visitor(), app.visitor()];
  for (const theme of ['dark', 'light', 'system']) {
    for (const who of [visitor, owner]) expect((await choose(who, theme)).headers.get('location')).toBe('/about');
    for (const path of ['/about', '/signin', '/', '/guides', '/guides']) {
      expect(await schemeOf(visitor, path), path).toBe(theme);
      expect(await schemeOf(other, path), path).toBe('system');
    }
    expect(await schemeOf(owner, '/items')).toBe(theme);
    for (const [who, path] of [
      [visitor, '/about'],
      [owner, '/items'],
    ] as const)
      expect(pressedIn(await who.read(path)), path).toEqual([theme]);
    expect(await schemeOf(visitor, `/item/${item.hash}`)).toBe('system');
    expect(await visitor.read(`/item/${item.hash}`)).not.toContain('action="/theme"');
  }
});

test('the document that the app’s worker caches has the theme that it asks for, and says which', async () => {
  const { app } = await withItem();
  const worker = app.visitor();
  expect(await schemeOf(worker, '/signin?theme=dark')).toBe('dark');
  expect((await worker.get('/signin?theme=dark')).headers.get('color-scheme')).toBe('dark');
  expect((await worker.get('/signin')).headers.get('color-scheme')).toBeNull();
  expect(worker.cookies.size, 'a link chooses nothing').toBe(0);
});

test('the choice of a theme leads to a page of ours only, and an unknown one is the system’s', async () => {
  const { app } = await withItem();
  const visitor = app.visitor();
  const cookieFor = async (theme: string) => (await choose(visitor, theme)).headers.getSetCookie()[0];
  expect(await cookieFor('dark')).toMatch(/^handback\.theme=dark; .*HttpOnly; SameSite=Lax/);
  expect(await cookieFor('sepia; Secure')).toMatch(/^handback\.theme=; .*Max-Age=0/);
  for (const to of ['https://evil.example/', '//evil.example', '', 'javascript:alert(1)'])
    expect((await choose(visitor, 'dark', to)).headers.get('location'), to).toBe('/');
  expect((await choose(visitor, 'dark', '/buy?after=x#list')).headers.get('location')).toBe('/buy?after=x#list');
});

test('the operator’s own colour holds in a chosen theme', async () => {
  const app = await startApp();
  await (await makeAdministrator(app, 'Ada')).call('changeBrand', { accent: '#7a1fa2', accentDark: '#e0a0ff' });
  const visitor = app.visitor();
  const shown = { dark: '(width >= 0){html:root{--home:#e0a0ff}}', light: 'html:root{--home:#7a1fa2}' };
  for (const [theme, color] of Object.entries(shown)) {
    await choose(visitor, theme);
    for (const path of ['/about', '/signin']) {
      await expect.poll(() => visitor.read(path)).toContain(color);
      expect(await schemeOf(visitor, path)).toBe(theme);
    }
  }
});
