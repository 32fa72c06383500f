import type { IncomingMessage, ServerResponse } from 'node:http';

const heartbeatMs = 25_000;
/** A reader that lets this much pile up is dropped; it reconnects and re-reads. */
const slowBytes = 64 * 1024;
const soonestMs = 1_000;
/** So many streams may come back in a second: pages want to be drawn meanwhile. */
const returnsPerSecond = 500;
/** Who must ask anew who they are comes back soon: these are the streams of one account. */
const soon = `retry: ${soonestMs}\n\n`;

export type Send = (type: string, data: unknown) => void;

export type LiveStreams = ReturnType<typeof createLiveStreams>;

/** Server-sent-event streams, each belonging to topics. Answered on node:http directly: a stream costs a socket and little else. */
export function createLiveStreams() {
  const topics = new Map<string, Set<ServerResponse>>();
  const open = new Set<ServerResponse>();

  const write = (response: ServerResponse, text: string) => {
    response.write(text);
    if (response.writableLength > slowBytes) response.destroy();
  };
  /** When a browser is to come back: the more streams are open, the further apart, each at a moment of its own. */
  const retry = () => {
    const spreadMs = soonestMs + (open.size / returnsPerSecond) * 1000;
    return `retry: ${Math.round(soonestMs + Math.random() * spreadMs)}\n\n`;
  };
  const endAll = () => {
    for (const response of open) response.end(retry());
  };
  // Whoever is killed cannot say it any more, and the number changes.
  const heartbeat = setInterval(() => {
    for (const response of open) write(response, retry());
  }, heartbeatMs);
  heartbeat.unref();

  return {
    /** Turns the response into a stream of these topics. @returns sends to this stream alone */
    open(
      request: IncomingMessage,
      response: ServerResponse,
      subscribed: Iterable<string>,
      setCookie: string[] = [],
    ): Send {
      // Whoever asked may be gone by now: there will be no second `close` to clean up after.
      if (response.destroyed) return () => undefined;
      const names = [...subscribed];
      response.writeHead(200, {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
        ...(setCookie.length > 0 && { 'Set-Cookie': setCookie }),
      });
      request.socket.setNoDelay(true);
      open.add(response);
      for (const name of names) topics.set(name, (topics.get(name) ?? new Set()).add(response));
      response.on('close', () => {
        open.delete(response);
        for (const name of names) {
          topics.get(name)?.delete(response);
          if (topics.get(name)?.size === 0) topics.delete(name);
        }
      });
      write(response, retry());
      return (type, data) => write(response, eventText(type, data));
    },
    /** What anybody here listens to. */
    topics: () => [...topics.keys()],
    /** How many listen to the topic here. */
    count: (topic: string) => topics.get(topic)?.size ?? 0,
    send(topic: string, type: string, data: unknown) {
      for (const response of topics.get(topic) ?? []) write(response, eventText(type, data));
    },
    /** Ends the topic's streams; the browsers come back and are asked anew who they are. */
    end(topic: string) {
      for (const response of topics.get(topic) ?? []) response.end(soon);
    },
    endAll,
    close() {
      clearInterval(heartbeat);
      endAll();
    },
  };
}

function eventText(type: string, data: unknown): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
