import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { inEnglish } from '../test/in-english.tsx';
import { ConnectionErrorScreen, ErrorScreen, LoadingScreen, MaintenanceScreen } from './system-screen.tsx';

test('C-2.15 the generic error screen', () => {
  expect(words(<ErrorScreen />)).toEqual(['Something went wrong.', 'Please try refreshing the page.']);
});

test('C-2.16 the loading screen, and while the sign-in state is being determined', () => {
  expect(words(<LoadingScreen />)).toEqual(['Loading...']);
  expect(words(<LoadingScreen text="Loading authentication..." />)).toEqual(['Loading authentication...']);
});

test('C-2.17 the connection error screen, whose button reads the page again', () => {
  const screen = <ConnectionErrorScreen failure="Error connecting to service" href="/inbox?after=1%262" />;
  expect(words(screen)).toEqual([
    'Connection Error',
    'Error connecting to service',
    'Please try refreshing the page or contact support if the issue persists.',
    'Refresh Page',
  ]);
  const html = renderToStaticMarkup(inEnglish(screen));
  expect(html).toMatch(
    /<form action="\/inbox"><input type="hidden" name="after" value="1&amp;2"\/><button type="submit"/,
  );
});

test('C-2.18 the maintenance page shows the message, and a way to ask again where it does not change by itself', () => {
  expect(words(<MaintenanceScreen message="Back at six." />)).toEqual(['We’ll be back soon.', 'Back at six.']);
  const page = <MaintenanceScreen message="Back at six." href="/about" />;
  expect(words(page)).toEqual(['We’ll be back soon.', 'Back at six.', 'Try again']);
  expect(renderToStaticMarkup(inEnglish(page))).toContain('href="/about"');
});

const words = (screen: ReactNode) =>
  renderToStaticMarkup(inEnglish(screen))
    .split(/<[^>]+>/)
    .filter(Boolean);
