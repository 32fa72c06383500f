import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { inEnglish } from '../test/in-english.tsx';
import { ConnectionErrorScreen, ErrorScreen, LoadingScreen, MaintenanceScreen } from './system-screen.tsx';

test('C-2.15 C-2.16 C-2.17 C-2.18 the screens of an error, of loading, of a connection that failed, whose button reads the page again, and of maintenance with its message', () => {
  expect(words(<ErrorScreen />)).toEqual(['Something went wrong.', 'Please try refreshing the page.']);
  expect(words(<LoadingScreen />)).toEqual(['Loading...']);
  expect(words(<LoadingScreen text="Loading authentication..." />)).toEqual(['Loading authentication...']);
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
  expect(words(<MaintenanceScreen message="Back at six." />)).toEqual(['We’ll be back soon.', 'Back at six.']);
  const page = <MaintenanceScreen message="Back at six." href="/about" />;
  expect(words(page)).toEqual(['We’ll be back soon.', 'Back at six.', 'Try again']);
  expect(renderToStaticMarkup(inEnglish(page))).toContain('href="/about"');
});

const words = (screen: ReactNode) =>
  renderToStaticMarkup(inEnglish(screen))
    .split(/<[^>]+>/)
    .filter(Boolean);
