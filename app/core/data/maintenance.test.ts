import { expect, test } from 'vitest';
import type { Maintenance } from '../../../domain/settings/contract/schema.ts';
import { FunctionError } from './call-function.ts';
import { createMaintenanceWatch } from './maintenance.ts';

const off: Maintenance = { enabled: false, message: 'Back at six.', keepTagPagesOpen: false, exempt: false };
const on: Maintenance = { ...off, enabled: true };
const failing = () => Promise.reject(new Error('no answer'));

test('C-7.08 the setting is asked for once, then told', async () => {
  const watch = createMaintenanceWatch(async () => off);
  const seen: unknown[] = [];
  const leave = watch.subscribe(() => seen.push(watch.current()));
  expect(watch.current()).toEqual({ status: 'loading' });
  await watch.check();
  watch.take(on);
  leave();
  watch.take(off);
  expect(seen).toEqual([
    { status: 'known', setting: off },
    { status: 'known', setting: on },
  ]);
});

test('C-4.12 what the stream tells while the answer is on its way is not undone by it', async () => {
  for (const read of [async () => off, failing]) {
    const watch = createMaintenanceWatch(read);
    const checked = watch.check();
    watch.take(on);
    await checked;
    expect(watch.current()).toEqual({ status: 'known', setting: on });
  }
});

test('C-8.03 a check that fails is said, until the stream tells; a server that could not be asked is another thing', async () => {
  const cut = createMaintenanceWatch(failing);
  await cut.check();
  expect(cut.current()).toEqual({ status: 'failed' });
  cut.take(off);
  expect(cut.current()).toEqual({ status: 'known', setting: off });

  const offline = createMaintenanceWatch(() =>
    Promise.reject(new FunctionError('internal', 'no network', { reason: 'unreachable' })),
  );
  await offline.check();
  expect(offline.current()).toEqual({ status: 'offline' });
});
