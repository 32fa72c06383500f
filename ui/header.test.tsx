import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { inEnglish } from '../test/in-english.tsx';
import { defaultBrand } from './brand.ts';
import { Footer } from './footer.tsx';
import { Header, type Viewer } from './header.tsx';

const owner = { uid: 'ana', displayName: 'Ana', isAdmin: false, unread: 0 };

describe('the navigation', () => {
  test('C-2.10 C-2.12 C-2.13 C-6.03 leads to what is for strangers, owners and administrators, inside details that are closed at first; the current page is marked', () => {
    expect(menuOf(null)).toEqual([
      ['/buy', 'Buy Handback Tags'],
      ['/signin', 'Sign In'],
      ['/signup', 'Sign Up'],
      ['/', 'Home'],
      ['/about', 'About'],
      ['/support', 'Help'],
    ]);
    expect(menuOf(owner).map(([href]) => href)).toEqual([
      '/buy',
      '/items',
      '/inbox',
      '/profile',
      '/',
      '/about',
      '/support',
    ]);
    expect(menuOf({ ...owner, isAdmin: true }).map(([href]) => href)).toEqual([
      '/buy',
      '/items',
      '/inbox',
      '/admin',
      '/profile',
      '/',
      '/about',
      '/support',
    ]);
    expect(draw(null)).toMatch(/<details data-menu="">.*<summary>.*Menu.*<ul>/s);
    expect(currentOf('/items/new')).toEqual(['/items']);
    expect(currentOf('/about')).toEqual(['/about']);
    expect(currentOf('/')).toEqual(['/']);
    expect(currentOf('/itemsandmore')).toEqual([]);
  });
});

test('“Help” in menu and footer leads to the answer that fits the page', () => {
  const footer = (path: string) =>
    renderToStaticMarkup(
      inEnglish(<Footer brand={defaultBrand} path={path} search="" others={false} theme={{ scheme: undefined }} />),
    );
  for (const [path, help] of [
    ['/', '/support'],
    ['/guides/pet', '/support'],
    ['/signin', '/support#sign-in'],
    ['/profile/security', '/support#sign-in'],
    ['/profile/notifications', '/support#mail'],
    ['/items', '/instructions'],
    ['/items/print', '/instructions'],
    ['/items/scan', '/instructions'],
    ['/items/abc/loss', '/support#lost'],
    ['/item/abc', '/support#lost'],
    ['/inbox', '/support'],
    ['/inbox/abc', '/support#unpleasant'],
    ['/orders', '/support#order'],
    ['/activate', '/instructions'],
  ] as const)
    for (const html of [draw(owner, path), footer(path)]) expect(html, path).toContain(`href="${help}"`);
});

describe('C-2.11 the unread badge', () => {
  test('shows the count on the menu’s button and on Messages, is there but hidden at 0, and does not exist for a visitor', () => {
    expect(badgesOf({ ...owner, unread: 3 })).toEqual(['shown 3', 'shown 3']);
    expect(badgesOf({ ...owner, unread: 99 })).toEqual(['shown 99', 'shown 99']);
    expect(badgesOf({ ...owner, unread: 100 })).toEqual(['shown 99+', 'shown 99+']);
    expect(badgesOf(owner)).toEqual(['hidden 0', 'hidden 0']);
    expect(badgesOf(null)).toEqual([]);
  });
});

const draw = (viewer: Viewer, path = '/') =>
  renderToStaticMarkup(inEnglish(<Header brand={defaultBrand} viewer={viewer} path={path} />));

function menuOf(viewer: Viewer): string[][] {
  const list = draw(viewer).split('<ul>')[1] ?? '';
  return [...list.matchAll(/<a href="([^"]+)"[^>]*>([^<]*)/g)].map(([, href = '', label = '']) => [href, label]);
}

function currentOf(path: string): (string | undefined)[] {
  return [...draw(owner, path).matchAll(/<a href="([^"]+)" aria-current="page"/g)].map(([, href]) => href);
}

function badgesOf(viewer: Viewer): string[] {
  const badges = draw(viewer).matchAll(/<span [^>]*data-unread=""( hidden="")?>([\d+]+)</g);
  return [...badges].map(([, hidden, count]) => `${hidden ? 'hidden' : 'shown'} ${count}`);
}
