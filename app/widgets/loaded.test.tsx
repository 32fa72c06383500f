import { QueryObserver, type UseQueryResult } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { inEnglish } from '../../test/in-english.tsx';
import { FunctionError, type FunctionErrorCode } from '../core/data/call-function.ts';
import { queryClient } from '../core/data/query-client.ts';
import { Loaded } from './loaded.tsx';

// It needs a browser's document.
vi.mock('./last-seen.tsx', () => ({ LastSeen: () => null }));
vi.mock('../core/offline/network.ts', () => ({ useNoNetwork: () => false }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a page that asked too often waits as long as it was told, says so, and then shows what it read', async () => {
  const { asked, html } = openPage(new FunctionError('resource-exhausted', 'Too many calls.', { retryAfter: 30 }));
  await vi.advanceTimersByTimeAsync(29_000);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(html()).toContain('tries again by itself');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toHaveBeenCalledTimes(2);
  expect(html()).toContain('Blue backpack');
});

test.each<[string, FunctionErrorCode, object | undefined]>([
  ['a wait of an hour is told at once', 'resource-exhausted', { retryAfter: 3600 }],
  ['a wait of unknown length is told at once', 'resource-exhausted', undefined],
  ['what is not there is told at once', 'not-found', { retryAfter: 5 }],
])('%s', async (_title, code, details) => {
  const { asked, html } = openPage(new FunctionError(code, 'The reason.', details));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(html()).toContain('The reason.');
});

/** A page whose first question fails. */
function openPage(failure: FunctionError) {
  queryClient.clear();
  const asked = vi.fn(async () => 'Blue backpack').mockRejectedValueOnce(failure);
  const query = new QueryObserver(queryClient, { queryKey: ['items'], queryFn: asked });
  onTestFinished(query.subscribe(() => {}));
  const html = () =>
    renderToString(
      inEnglish(
        <Loaded query={query.getCurrentResult() as UseQueryResult<string>} failure="Your items could not be loaded.">
          {(name) => <p>{name}</p>}
        </Loaded>,
      ),
    );
  return { asked, html };
}
