import { setMaxListeners } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LiveEvent, openLiveEvents } from './live-events.ts';

const streams: FakeStream[] = [];
const ends: (() => void)[] = [];

beforeEach(() => {
  vi.stubGlobal('EventSource', FakeStream);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
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

test('after a break of the stream listeners are told to read again, but not at the first connection', async () => {
  const events = openTab();
  const stream = await onlyStream();
  stream.open();
  expect(events).toEqual([]);
  stream.open();
  expect(events).toEqual([{ type: 'resync' }]);
});

test('a page whose document may be older than the stream is told to read again at the first connection', async () => {
  const events = openTab({ sinceDocument: true });
  const stream = await onlyStream();
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
  setMaxListeners(200, document);
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

test('C-4.12 while a stream is refused maintenance is asked for', async () => {
  const setting = { enabled: true, message: 'Back at six.', keepTagPagesOpen: false, exempt: false };
  const ask = vi.fn(async () => Response.json({ result: setting }));
  vi.stubGlobal('fetch', ask);
  const events = openTab();
  const stream = await onlyStream();
  stream.refuse();
  await vi.waitFor(() => expect(events).toContainEqual({ type: 'maintenance', ...setting }));
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
  expect(events.filter(({ type }) => type === 'maintenance')).toEqual([{ type: 'maintenance', enabled: true }]);
});

test('C-7.03 a page whose first stream is refused is told: its session may have ended since it was made', async () => {
  const events = openTab();
  (await onlyStream()).refuse();
  expect(events).toEqual([{ type: 'resync' }]);
});

test('each page that is looked at hears on a stream of its own, whatever the others do', () => {
  openTab();
  const second = openTab();
  expect(streams).toHaveLength(2);
  streams[1]?.open();
  streams[1]?.send('unread', { unread: 3 });
  expect(second).toEqual([{ type: 'unread', unread: 3 }]);
});

test('of two hidden pages one listens; a page that is looked at again begins anew and reads what it missed', async () => {
  const events = openTab();
  openTab();
  turn('hidden');
  const isOpen = ({ readyState }: FakeStream) => readyState !== FakeStream.CLOSED;
  await vi.waitFor(() => expect(streams.filter(isOpen)).toHaveLength(1));
  turn('visible');
  expect(streams.filter(isOpen)).toHaveLength(2);
  for (const stream of streams.filter(isOpen)) stream.open();
  expect(events).toEqual([{ type: 'resync' }]);
});

test('C-4.12 a page of nobody in particular closes its stream while it is hidden', async () => {
  openTab({ path: '/live/everybody' });
  const stream = await onlyStream();
  turn('hidden');
  expect(stream.readyState).toBe(FakeStream.CLOSED);
});

function openTab({ path = '/live', sinceDocument = false } = {}): LiveEvent[] {
  const events: LiveEvent[] = [];
  ends.push(openLiveEvents(path, (event) => events.push(event), { sinceDocument }));
  return events;
}

function turn(visibilityState: 'hidden' | 'visible'): void {
  Object.assign(document, { visibilityState });
  document.dispatchEvent(new Event('visibilitychange'));
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
