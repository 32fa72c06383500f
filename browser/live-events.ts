export type LiveEvent =
  | { type: 'unread'; unread: number }
  /** Something in this conversation changed. */
  | { type: 'conversation'; id: string }
  /** A session of this account ended, or what it may do changed: who is signed in here must be asked anew. */
  | { type: 'session' }
  /** The stream was broken for a while: what is on the screen may be old. */
  | { type: 'resync' };

type TabMessage = LiveEvent | { type: 'hello' };

const name = 'handback-live';
const firstRetryMs = 5_000;
const longestRetryMs = 60_000;

/**
 * Listens to GET /live, with one stream for all tabs of this browser: the tab that holds the lock reads it and tells the others.
 * Where there are no locks (plain http), each tab reads its own.
 * @returns ends listening
 */
export function openLiveEvents(onEvent: (event: LiveEvent) => void): () => void {
  let leave = join(onEvent, false);
  const onHide = () => leave();
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) leave = join(onEvent, true);
  };
  addEventListener('pagehide', onHide);
  addEventListener('pageshow', onShow);
  return () => {
    removeEventListener('pagehide', onHide);
    removeEventListener('pageshow', onShow);
    leave();
  };
}

/** @param heardBefore events may have been missed, so that even the first stream is a return to one */
function join(onEvent: (event: LiveEvent) => void, heardBefore: boolean): () => void {
  const leaving = new AbortController();
  const locks = globalThis.navigator?.locks;
  if (locks) shareStream(locks, onEvent, heardBefore, leaving.signal);
  else readStream(onEvent, () => heardBefore, leaving.signal);
  return () => leaving.abort();
}

function shareStream(
  locks: LockManager,
  onEvent: (event: LiveEvent) => void,
  heardBefore: boolean,
  signal: AbortSignal,
): void {
  const channel = new BroadcastChannel(name);
  const post = (message: TabMessage) => channel.postMessage(message);
  let heard = heardBefore;
  /** What this tab, as the one that reads the stream, tells a tab that says hello. */
  let unread: number | undefined;

  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.type !== 'hello') {
      heard = true;
      onEvent(data);
    } else if (unread !== undefined) {
      post({ type: 'unread', unread });
    }
  };
  post({ type: 'hello' });

  const tell = (event: LiveEvent) => {
    if (event.type === 'unread') unread = event.unread;
    onEvent(event);
    post(event);
  };
  const lead = () => {
    readStream(tell, () => heard, signal);
    return new Promise<void>((release) => signal.addEventListener('abort', () => release()));
  };
  signal.addEventListener('abort', () => channel.close());
  locks.request(name, { signal }, lead).catch((error) => {
    if (!signal.aborted) throw error;
  });
}

/** Reads the stream until the signal, over and over: EventSource itself gives up when an answer is not a stream. */
function readStream(onEvent: (event: LiveEvent) => void, heardBefore: () => boolean, signal: AbortSignal): void {
  let opened = false;
  let retryMs = firstRetryMs;
  let waiting: ReturnType<typeof setTimeout>;
  let source: EventSource;

  const connect = () => {
    source = new EventSource('/live');
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
    source.addEventListener('unread', ({ data }) => onEvent({ type: 'unread', ...JSON.parse(data) }));
    source.addEventListener('session', () => onEvent({ type: 'session' }));
    source.addEventListener('conversation', ({ data }) => onEvent({ type: 'conversation', ...JSON.parse(data) }));
  };
  connect();
  signal.addEventListener('abort', () => {
    clearTimeout(waiting);
    source.close();
  });
}
