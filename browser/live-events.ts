import { functionPath, liveForEverybodyPath, livePath } from '../paths/api.ts';

export type LiveEvent =
  | { type: 'unread'; unread: number }
  | { type: 'conversation'; id: string }
  /** Something changed about an item that is shared; `ended`: it no longer is, with whoever hears this. */
  | { type: 'sharing'; item: string; ended: boolean }
  /** An item became one's own; `ended`: somebody else's. */
  | { type: 'handover'; item: string; ended: boolean }
  /** The page of a tag of this item was opened. */
  | { type: 'scan'; id: string }
  /** Something may wait for administrators, or no longer. */
  | { type: 'needs' }
  | MaintenanceNews
  /** Who is signed in must be asked anew. */
  | { type: 'session' /** The server ended it: nobody was active for too long (C-4.10). */; reason?: 'timeout' }
  /** The stream was broken for a while: what is on the screen may be old. */
  | { type: 'resync' };

export type MaintenanceNews = {
  type: 'maintenance';
  enabled: boolean;
  message: string;
  keepTagPagesOpen: boolean;
  exempt: boolean;
};

/** `who` is signed in at the tab that says hello. A stream that was opened before they signed in does not carry their news. */
type TabMessage = LiveEvent | { type: 'hello'; who: string };

const firstRetryMs = 5_000;
const longestRetryMs = 60_000;

/**
 * Listens to GET /live, with one stream for all tabs: the tab that holds the lock reads it and tells the others. Where there are no locks
 * (plain http, cookies blocked), each tab reads its own. A page of nobody in particular (without `who`) listens only while it is looked at.
 */
export function openLiveEvents(onEvent: (event: LiveEvent) => void, who?: string): () => void {
  let leave: (() => void) | undefined;
  let heardBefore = false;
  const stop = () => {
    leave?.();
    leave = undefined;
  };
  const listen = () => {
    if (!who && document.visibilityState === 'hidden') return stop();
    leave ??= join(onEvent, who, heardBefore);
    heardBefore = true;
  };
  listen();
  addEventListener('pagehide', stop);
  addEventListener('pageshow', listen);
  if (!who) addEventListener('visibilitychange', listen);
  return () => {
    removeEventListener('pagehide', stop);
    removeEventListener('pageshow', listen);
    removeEventListener('visibilitychange', listen);
    stop();
  };
}

function join(onEvent: (event: LiveEvent) => void, who: string | undefined, heardBefore: boolean): () => void {
  const path = who ? livePath() : liveForEverybodyPath();
  const leaving = new AbortController();
  const locks = globalThis.navigator?.locks;
  if (locks) shareStream(locks, onEvent, who ?? '', heardBefore, path, leaving.signal);
  else readStream(onEvent, () => heardBefore, path, leaving.signal);
  return () => leaving.abort();
}

function shareStream(
  locks: LockManager,
  onEvent: (event: LiveEvent) => void,
  who: string,
  heardBefore: boolean,
  path: string,
  signal: AbortSignal,
): void {
  const channel = new BroadcastChannel(path);
  const post = (message: TabMessage) => channel.postMessage(message);
  let heard = heardBefore;
  /** The last event of each kind that tabs need when they open. */
  const latest = new Map<string, LiveEvent>();
  let reopen: (() => void) | undefined;
  const served = new Set([who]);

  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.type !== 'hello') {
      heard = true;
      onEvent(data);
    } else {
      for (const event of latest.values()) post(event);
      if (!served.has(data.who)) reopen?.();
      served.add(data.who);
    }
  };
  post({ type: 'hello', who });

  const tell = (event: LiveEvent) => {
    if (event.type === 'unread' || event.type === 'maintenance') latest.set(event.type, event);
    onEvent(event);
    post(event);
  };
  const lead = () => {
    reopen = readStream(tell, () => heard, path, signal);
    return new Promise<void>((release) => signal.addEventListener('abort', () => release()));
  };
  signal.addEventListener('abort', () => channel.close());
  // Browsers that are told to keep nothing for a site refuse the lock.
  locks.request(path, { signal }, lead).catch(() => (signal.aborted ? undefined : lead()));
}

/** EventSource itself gives up when an answer is not a stream. @returns opens it anew, as whoever the cookies say now */
function readStream(
  onEvent: (event: LiveEvent) => void,
  heardBefore: () => boolean,
  path: string,
  signal: AbortSignal,
): () => void {
  let opened = false;
  let toldOfRefusal = false;
  let retryMs = firstRetryMs;
  let waiting: ReturnType<typeof setTimeout>;
  let source: EventSource;

  /** Asks for the maintenance setting while no stream tells it, for example when the server has no room for another stream (C-4.12). */
  const askMaintenance = async () => {
    const refused = source;
    const call = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"data":{}}' };
    const answer = await fetch(functionPath('getMaintenance'), call)
      .then((response) => response.json())
      .catch(() => undefined);
    if (answer?.result && source === refused && !signal.aborted) onEvent({ type: 'maintenance', ...answer.result });
  };
  const connect = () => {
    source = new EventSource(path);
    source.onopen = () => {
      if (opened || heardBefore()) onEvent({ type: 'resync' });
      opened = true;
      toldOfRefusal = false;
      retryMs = firstRetryMs;
    };
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return;
      // Refused after it was open: whoever was listening may be signed out by now.
      if (opened && !toldOfRefusal) onEvent({ type: 'resync' });
      toldOfRefusal = true;
      askMaintenance();
      waiting = setTimeout(connect, retryMs * (1 + Math.random()));
      retryMs = Math.min(retryMs * 2, longestRetryMs);
    };
    for (const type of ['unread', 'conversation', 'sharing', 'handover', 'scan', 'needs', 'maintenance', 'session']) {
      source.addEventListener(type, ({ data }) => onEvent({ type, ...JSON.parse(data) }));
    }
  };
  const close = () => {
    clearTimeout(waiting);
    source.close();
  };
  connect();
  signal.addEventListener('abort', close);
  return () => {
    close();
    connect();
  };
}
