import { beforeEach, expect, test, vi } from 'vitest';
import { createIdleClock, hasTimedOut } from './idle-clock.ts';

const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) });
});

test('C-9.02 C-4.10 C-4.11 the clock runs for 1,800,000 ms after the last activity, and no longer; one shortly after another counts; waking after an hour, the first touch comes too late', () => {
  const tab = openTab();
  tab.begin();
  pass(10 * minute);
  expect(tab.recordActivity()).toBe(true);
  pass(1_800_000 - 1);
  expect(tab.isRunning()).toBe(true);
  pass(1);
  expect(tab.isRunning()).toBe(false);
  tab.begin();
  pass(900);
  tab.recordActivity();
  pass(1_800_000 - 1);
  expect(tab.isRunning()).toBe(true);
  tab.begin();
  pass(60 * minute);
  expect([tab.recordActivity(), tab.recordActivity()]).toEqual([false, false]);
  expect(tab.isRunning()).toBe(false);
});

test('C-4.11 activity in one tab keeps the others', () => {
  const storage = newStorage();
  const [used, idle] = [createIdleClock(storage), createIdleClock(storage)];
  used.begin();
  for (let passed = 0; passed < 60; passed += 5) {
    pass(5 * minute);
    expect(used.recordActivity()).toBe(true);
    expect(idle.isRunning()).toBe(true);
  }
});

test('C-4.10 when the time is up it is up in all tabs, until somebody signs in', () => {
  const storage = newStorage();
  const [first, second] = [createIdleClock(storage), createIdleClock(storage)];
  first.begin();
  pass(31 * minute);
  expect(first.isRunning()).toBe(false);
  expect([second.recordActivity(), second.isUnfinished()]).toEqual([false, true]);
  second.finish();
  expect([first.isUnfinished(), first.isRunning(), first.isStopped()]).toEqual([false, false, true]);
  second.begin();
  expect([first.isStopped(), first.isRunning()]).toEqual([false, true]);
});

test('moving the mouse does not write to the storage each time', () => {
  const storage = newStorage();
  const tab = createIdleClock(storage);
  tab.begin();
  const write = vi.spyOn(storage, 'setItem');
  for (let moves = 0; moves < 300; moves++) {
    pass(10);
    tab.recordActivity();
  }
  expect(write.mock.calls.length).toBeLessThanOrEqual(3);
});

test('C-4.11 what the last of many moves wrote too rarely, the next check hands to the other tabs', () => {
  const storage = newStorage();
  const [used, idle] = [createIdleClock(storage), createIdleClock(storage)];
  used.begin();
  pass(900);
  used.recordActivity();
  pass(minute);
  expect(used.isRunning()).toBe(true);
  pass(1_800_000 - minute - 1);
  expect(idle.isRunning()).toBe(true);
});

test('C-4.11 the server is told of activity once a minute by one tab for all, and of the last of it too', () => {
  const storage = newStorage();
  const tabs = [createIdleClock(storage), createIdleClock(storage)] as const;
  const reports = () => tabs.map((tab) => tab.takeReport()).filter(Boolean).length;
  tabs[0].begin();
  expect(reports()).toBe(1);
  for (let seconds = 0; seconds < 59; seconds++) {
    pass(1_000);
    tabs[1].recordActivity();
    expect(reports()).toBe(0);
  }
  pass(1_000);
  expect(reports(), 'of the last 59 seconds').toBe(1);
  pass(20 * minute);
  expect(reports(), 'nobody did anything').toBe(0);
  tabs[1].recordActivity();
  expect(reports()).toBe(1);
});

test('C-4.11 a machine whose clock is set back goes on reporting, and does not stay signed in for that time too', () => {
  const tab = openTab();
  tab.begin();
  expect(tab.takeReport()).toBe(true);
  pass(-600 * minute);
  tab.recordActivity();
  expect([tab.takeReport(), tab.takeReport()]).toEqual([true, false]);
  tab.begin();
  pass(-600 * minute);
  expect(tab.isRunning()).toBe(true);
  pass(30 * minute);
  expect(tab.isRunning()).toBe(false);
});

test('C-4.10 whoever asks after an hour’s sleep learns that the time is over, before any tab has noticed', () => {
  const storage = newStorage();
  expect(hasTimedOut(storage)).toBe(false);
  createIdleClock(storage).begin();
  pass(1_800_000 - 1);
  expect(hasTimedOut(storage)).toBe(false);
  pass(1);
  expect(hasTimedOut(storage)).toBe(true);
});

test('C-4.10 where the browser keeps nothing, a tab still has a clock of its own', () => {
  const tab = createIdleClock(undefined);
  tab.begin();
  expect(tab.isRunning()).toBe(true);
  pass(30 * minute);
  expect(tab.isRunning()).toBe(false);
});

function pass(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

function openTab() {
  return createIdleClock(newStorage());
}

function newStorage() {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
}
