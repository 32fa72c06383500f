import { functionPath, livePath } from '../paths/api.ts';

export type LiveEvent =
  | { type: 'unread'; unread: number }
  | { type: 'conversation'; id: string }
  /** Something changed about an item; `ended`: it is no longer shared with whoever hears this. */
  | { type: 'sharing'; item: string; ended: boolean }
  | { type: 'handover'; item: string; ended: boolean }
  | { type: 'scan'; id: string }
  | { type: 'first-steps' }
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

const firstRetryMs = 5_000;
const longestRetryMs = 60_000;

/** Listens while the page is looked at. One that comes back may have missed events: a phone stops hidden pages. */
export function openLiveEvents(path: string, onEvent: (event: LiveEvent) => void, { sinceDocument = false } = {}) {
  let listening = new AbortController();
  const isHidden = document.visibilityState === 'hidden';
  let mayHaveMissed = isHidden || sinceDocument;
  const stop = () => listening.abort();
  const listen = () => {
    stop();
    listening = new AbortController();
    readStream(onEvent, mayHaveMissed, path, listening.signal);
    mayHaveMissed = true;
  };
  const turn = () => {
    if (document.visibilityState === 'visible') listen();
    else if (path === livePath()) goOnAlone(path, listening);
    else stop();
  };
  const comeBack = () => {
    if (document.visibilityState === 'visible' && listening.signal.aborted) listen();
  };
  if (isHidden) stop();
  else listen();
  addEventListener('pagehide', stop);
  addEventListener('pageshow', comeBack);
  document.addEventListener('visibilitychange', turn);
  return () => {
    removeEventListener('pagehide', stop);
    removeEventListener('pageshow', comeBack);
    document.removeEventListener('visibilitychange', turn);
    stop();
  };
}

/** One of a browser's hidden pages goes on listening, for its title. The lock is never waited for: its page may sleep. */
function goOnAlone(path: string, listening: AbortController): void {
  const { signal } = listening;
  const hold = (lock: Lock | null) => {
    if (!lock) listening.abort();
    if (signal.aborted) return;
    return new Promise<void>((release) => signal.addEventListener('abort', () => release()));
  };
  const { locks }: { locks?: LockManager } = navigator;
  if (locks) locks.request(path, { ifAvailable: true }, hold).catch(() => listening.abort());
  else listening.abort();
}

/** EventSource itself gives up when an answer is not a stream. */
function readStream(onEvent: (event: LiveEvent) => void, mayHaveMissed: boolean, path: string, signal: AbortSignal) {
  let opened = mayHaveMissed;
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
      if (opened) onEvent({ type: 'resync' });
      opened = true;
      toldOfRefusal = false;
      retryMs = firstRetryMs;
    };
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return;
      // Whoever listens may be signed out by now, also since the page was made.
      if (!toldOfRefusal) onEvent({ type: 'resync' });
      toldOfRefusal = true;
      askMaintenance();
      waiting = setTimeout(connect, retryMs * (1 + Math.random()));
      retryMs = Math.min(retryMs * 2, longestRetryMs);
    };
    for (const type of [
      'unread',
      'conversation',
      'sharing',
      'handover',
      'scan',
      'first-steps',
      'needs',
      'maintenance',
      'session',
    ]) {
      source.addEventListener(type, ({ data }) => onEvent({ type, ...JSON.parse(data) }));
    }
  };
  connect();
  signal.addEventListener('abort', () => {
    clearTimeout(waiting);
    source.close();
  });
}
