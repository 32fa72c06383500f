export type LiveEvent =
  | { type: 'unread'; unread: number }
  /** Something in this conversation changed. */
  | { type: 'conversation'; id: string }
  | MaintenanceNews
  /** The stream was broken for a while: what is on the screen may be old. */
  | { type: 'resync' };

/** The maintenance setting as it is now: at the beginning of a stream, and at each change (C-4.12). */
export type MaintenanceNews = {
  type: 'maintenance';
  enabled: boolean;
  message: string;
  keepTagPagesOpen: boolean;
  exempt: boolean;
};

/** Who listens: a person, for what is theirs; or a page of nobody in particular, for what concerns everybody. */
export type Audience = 'me' | 'everybody';

type TabMessage = LiveEvent | { type: 'hello' };

const paths: Record<Audience, string> = { me: '/live', everybody: '/live/everybody' };
const firstRetryMs = 5_000;
const longestRetryMs = 60_000;

/**
 * Listens to GET /live, with one stream for all tabs of this browser: the tab that holds the lock reads it and tells the others.
 * Where there are no locks (plain http), each tab reads its own. A page of nobody in particular listens only while it is looked at.
 * @returns ends listening
 */
export function openLiveEvents(onEvent: (event: LiveEvent) => void, audience: Audience = 'me'): () => void {
  let leave: (() => void) | undefined;
  let heardBefore = false;
  const stop = () => {
    leave?.();
    leave = undefined;
  };
  const listen = () => {
    if (audience === 'everybody' && document.visibilityState === 'hidden') return stop();
    leave ??= join(onEvent, heardBefore, paths[audience]);
    heardBefore = true;
  };
  listen();
  addEventListener('pagehide', stop);
  addEventListener('pageshow', listen);
  if (audience === 'everybody') addEventListener('visibilitychange', listen);
  return () => {
    removeEventListener('pagehide', stop);
    removeEventListener('pageshow', listen);
    removeEventListener('visibilitychange', listen);
    stop();
  };
}

/** @param heardBefore events may have been missed, so that even the first stream is a return to one */
function join(onEvent: (event: LiveEvent) => void, heardBefore: boolean, path: string): () => void {
  const leaving = new AbortController();
  const locks = globalThis.navigator?.locks;
  if (locks) shareStream(locks, onEvent, heardBefore, path, leaving.signal);
  else readStream(onEvent, () => heardBefore, path, leaving.signal);
  return () => leaving.abort();
}

function shareStream(
  locks: LockManager,
  onEvent: (event: LiveEvent) => void,
  heardBefore: boolean,
  path: string,
  signal: AbortSignal,
): void {
  const channel = new BroadcastChannel(path);
  const post = (message: TabMessage) => channel.postMessage(message);
  let heard = heardBefore;
  /** What is so now: this tab, as the one that reads the stream, tells it to a tab that says hello. */
  const now = new Map<string, LiveEvent>();

  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.type !== 'hello') {
      heard = true;
      onEvent(data);
    } else {
      for (const event of now.values()) post(event);
    }
  };
  post({ type: 'hello' });

  const tell = (event: LiveEvent) => {
    if (event.type === 'unread' || event.type === 'maintenance') now.set(event.type, event);
    onEvent(event);
    post(event);
  };
  const lead = () => {
    readStream(tell, () => heard, path, signal);
    return new Promise<void>((release) => signal.addEventListener('abort', () => release()));
  };
  signal.addEventListener('abort', () => channel.close());
  locks.request(path, { signal }, lead).catch((error) => {
    if (!signal.aborted) throw error;
  });
}

/** Reads the stream until the signal, over and over: EventSource itself gives up when an answer is not a stream. */
function readStream(
  onEvent: (event: LiveEvent) => void,
  heardBefore: () => boolean,
  path: string,
  signal: AbortSignal,
): void {
  let opened = false;
  let retryMs = firstRetryMs;
  let waiting: ReturnType<typeof setTimeout>;
  let source: EventSource;

  const connect = () => {
    source = new EventSource(path);
    source.onopen = () => {
      if (opened || heardBefore()) onEvent({ type: 'resync' });
      opened = true;
      retryMs = firstRetryMs;
    };
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return;
      waiting = setTimeout(connect, retryMs);
      retryMs = Math.min(retryMs * 2, longestRetryMs);
    };
    for (const type of ['unread', 'conversation', 'maintenance']) {
      source.addEventListener(type, ({ data }) => onEvent({ type, ...JSON.parse(data) }));
    }
  };
  connect();
  signal.addEventListener('abort', () => {
    clearTimeout(waiting);
    source.close();
  });
}
