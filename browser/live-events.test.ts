import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LiveEvent, openLiveEvents } from './live-events.ts';

const streams: FakeStream[] = [];
const ends: (() => void)[] = [];

beforeEach(() => {
  vi.stubGlobal('EventSource', FakeStream);
  vi.stubGlobal('fetch', async () => new Response(null, { status: 503 }));
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
});

afterEach(async () => {
  for (const end of ends.splice(0)) end();
  vi.unstubAllGlobals();
  await vi.waitFor(async () => expect((await navigator.locks.query()).held).toEqual([]));
  streams.length = 0;
});

test('C-3.04 two tabs share one stream, and both hear the count', async () => {
  const first = openTab();
  const second = openTab();
  const stream = await onlyStream();
  stream.open();
  stream.send('unread', { unread: 3 });
  expect(first).toEqual([{ type: 'unread', unread: 3 }]);
  await vi.waitFor(() => expect(second).toEqual([{ type: 'unread', unread: 3 }]));
  expect(streams).toHaveLength(1);
});

test('C-7.03 every tab hears that a session ended', async () => {
  const first = openTab();
  const second = openTab();
  const stream = await onlyStream();
  stream.open();
  stream.send('session', {});
  expect(first).toEqual([{ type: 'session' }]);
  await vi.waitFor(() => expect(second).toEqual([{ type: 'session' }]));
});

test('C-3.04 a tab that opens later is told the count at once', async () => {
  openTab();
  const stream = await onlyStream();
  stream.open();
  stream.send('unread', { unread: 5 });
  const late = openTab();
  await vi.waitFor(() => expect(late).toEqual([{ type: 'unread', unread: 5 }]));
});

test('a tab that needs news of somebody else makes the stream begin anew', async () => {
  openTab('a finder');
  const stream = await onlyStream();
  stream.open();
  const owner = openTab('ada');
  await vi.waitFor(() => expect(streams).toHaveLength(2));
  expect(stream.readyState).toBe(FakeStream.CLOSED);
  streams[1]?.open();
  streams[1]?.send('unread', { unread: 1 });
  await vi.waitFor(() => expect(owner).toContainEqual({ type: 'unread', unread: 1 }));
  openTab('ada');
  await vi.waitFor(() => expect(owner.length).toBeGreaterThan(0));
  expect(streams).toHaveLength(2);
});

test('when the tab with the stream closes, another opens one and says that events may have been missed', async () => {
  openTab();
  const stream = await onlyStream();
  stream.open();
  const second = openTab();
  stream.send('conversation', { id: 'c1' });
  await vi.waitFor(() => expect(second).toEqual([{ type: 'conversation', id: 'c1' }]));
  ends[0]?.();
  expect(stream.readyState).toBe(FakeStream.CLOSED);
  await vi.waitFor(() => expect(streams).toHaveLength(2));
  streams[1]?.open();
  expect(second.at(-1)).toEqual({ type: 'resync' });
});

test('after a break of the stream listeners are told to read again, but not at the first connection', async () => {
  const events = openTab();
  const stream = await onlyStream();
  stream.open();
  expect(events).toEqual([]);
  stream.open();
  expect(events).toEqual([{ type: 'resync' }]);
});

test('C-7.03 a stream that is refused is told of, once, and opened again after a pause', async () => {
  const events = openTab();
  const stream = await onlyStream();
  vi.useFakeTimers();
  stream.open();
  stream.refuse();
  expect(events).toEqual([{ type: 'resync' }]);
  vi.advanceTimersByTime(10_000);
  expect(streams).toHaveLength(2);
  streams[1]?.refuse();
  vi.advanceTimersByTime(20_000);
  vi.useRealTimers();
  expect(events).toEqual([{ type: 'resync' }]);
  streams[2]?.open();
  expect(events).toEqual([{ type: 'resync' }, { type: 'resync' }]);
});

test('streams that were refused together come back apart: between one and two pauses later', () => {
  vi.stubGlobal('navigator', {});
  for (let tab = 0; tab < 200; tab++) openTab();
  vi.useFakeTimers();
  for (const stream of [...streams]) stream.refuse();
  const opened = [4_999, 2_500, 2_501].map((ms) => {
    const before = streams.length;
    vi.advanceTimersByTime(ms);
    return streams.length - before;
  });
  vi.useRealTimers();
  expect(opened).toEqual([0, expect.toSatisfy(isAboutHalf), expect.toSatisfy(isAboutHalf)]);
  function isAboutHalf(count: number) {
    return count > 50 && count < 150;
  }
});

test('C-4.12 while a stream is refused maintenance is asked for, for every tab', async () => {
  const setting = { enabled: true, message: 'Back at six.', keepTagPagesOpen: false, exempt: false };
  const ask = vi.fn(async () => Response.json({ result: setting }));
  vi.stubGlobal('fetch', ask);
  const events = openTab();
  const second = openTab();
  const stream = await onlyStream();
  stream.refuse();
  await vi.waitFor(() => expect(events).toEqual([{ type: 'maintenance', ...setting }]));
  await vi.waitFor(() => expect(second).toEqual(events));
  expect(ask).toHaveBeenCalledWith(
    '/functions/us-central1/getMaintenance',
    expect.objectContaining({ method: 'POST' }),
  );
});

test('C-4.12 an answer that comes after a stream opened is not told: the stream knows better', async () => {
  let give = (_answer: Response) => {};
  const asked = new Promise<Response>((resolve) => {
    give = resolve;
  });
  vi.stubGlobal('fetch', () => asked);
  const events = openTab();
  const stream = await onlyStream();
  vi.useFakeTimers();
  stream.refuse();
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  streams[1]?.open();
  streams[1]?.send('maintenance', { enabled: true });
  give(Response.json({ result: { enabled: false } }));
  await asked;
  await new Promise((resolve) => setImmediate(resolve));
  expect(events).toEqual([{ type: 'maintenance', enabled: true }]);
});

test('C-4.12 a tab that opens later is told of maintenance as it is now', async () => {
  openTab();
  const stream = await onlyStream();
  stream.open();
  const news = { enabled: true, message: 'Back at six.', keepTagPagesOpen: false, exempt: false };
  stream.send('maintenance', { ...news, enabled: false });
  stream.send('maintenance', news);
  const late = openTab();
  await vi.waitFor(() => expect(late).toEqual([{ type: 'maintenance', ...news }]));
});

test('C-4.12 a page of nobody in particular listens while it is looked at, on a stream of its own kind', async () => {
  const page = { visibilityState: 'hidden' };
  vi.stubGlobal('document', page);
  const turn = vi.fn<(type: string, listener: () => void) => void>();
  vi.stubGlobal('addEventListener', turn);
  openTab();
  const mine = await onlyStream();
  const heard = openTab('');
  const [, look] = turn.mock.calls.find(([type]) => type === 'visibilitychange') ?? [];
  page.visibilityState = 'visible';
  look?.();
  await vi.waitFor(() => expect(streams.map(({ path }) => path)).toEqual(['/live', '/live/everybody']));
  const [, everybodys] = streams;
  everybodys?.open();
  everybodys?.send('maintenance', { enabled: true });
  expect(heard).toEqual([{ type: 'maintenance', enabled: true }]);
  page.visibilityState = 'hidden';
  look?.();
  expect(everybodys?.readyState).toBe(FakeStream.CLOSED);
  expect(mine.readyState, 'a person’s own stream stays').not.toBe(FakeStream.CLOSED);
});

test.each([
  ['without locks', undefined],
  ['where locks are refused', { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) }],
])('%s each tab reads a stream of its own', async (_, locks) => {
  vi.stubGlobal('navigator', { locks });
  openTab();
  openTab();
  await vi.waitFor(() => expect(streams).toHaveLength(2));
});

function openTab(who: string | undefined = 'ada'): LiveEvent[] {
  const events: LiveEvent[] = [];
  ends.push(openLiveEvents((event) => events.push(event), who || undefined));
  return events;
}

async function onlyStream(): Promise<FakeStream> {
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  const [stream] = streams;
  if (!stream) throw new Error('no stream was opened');
  return stream;
}

class FakeStream extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 0;
  onopen = () => {};
  onerror = () => {};

  readonly path: string;

  constructor(path: string) {
    super();
    this.path = path;
    streams.push(this);
  }

  open() {
    this.readyState = 1;
    this.onopen();
  }

  refuse() {
    this.readyState = FakeStream.CLOSED;
    this.onerror();
  }

  close() {
    this.readyState = FakeStream.CLOSED;
  }

  send(type: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }
}
