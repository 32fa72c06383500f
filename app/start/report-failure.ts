import { findAppPage } from '../../paths/app-pages.ts';
import { callFunction } from '../core/data/call-function.ts';
import { readRelease } from '../core/offline/release.ts';

const mostPositions = 10;

/** Tells the server's log where a page broke: nothing of what the error says, of the address or of what was typed. */
export async function reportFailure(error: Error): Promise<void> {
  const positions = [...(error.stack ?? '').matchAll(/\/assets\/([\w-]+\.js:\d+:\d+)/g)].map(
    ([, position = '']) => position,
  );
  await callFunction('reportPageFailure', {
    error: /^\w{1,40}$/.test(error.name) ? error.name : 'Error',
    page: findAppPage(location.pathname),
    release: readRelease(document),
    positions: positions.slice(0, mostPositions),
  });
}
