import type { IncomingMessage, ServerResponse } from 'node:http';

const heartbeatMs = 25_000;
/** A slower reader is dropped; it reconnects and reads again. */
const slowBytes = 64 * 1024;
const soonestMs = 1_000;
/** Limits returning streams, so that pages still get their turn. */
const returnsPerSecond = 500;
const soon = `retry: ${soonestMs}\n\n`;

export type Send = (type: string, data: unknown) => void;

export type LiveStreams = ReturnType<typeof createLiveStreams>;

export function createLiveStreams() {
  const topics = new Map<string, Set<ServerResponse>>();
  const open = new Set<ServerResponse>();

  const write = (response: ServerResponse, text: string) => {
    response.write(text);
    if (response.writableLength > slowBytes) response.destroy();
  };
  const retry = () => {
    const spreadMs = soonestMs + (open.size / returnsPerSecond) * 1000;
    return `retry: ${Math.round(soonestMs + Math.random() * spreadMs)}\n\n`;
  };
  const endAll = () => {
    for (const response of open) response.end(retry());
  };
  // A killed process cannot announce the changed delay, so heartbeats do.
  const heartbeat = setInterval(() => {
    for (const response of open) write(response, retry());
  }, heartbeatMs);
  heartbeat.unref();

  return {
    open(
      request: IncomingMessage,
      response: ServerResponse,
      subscribed: Iterable<string>,
      setCookie: string[] = [],
    ): Send {
      // The client may be gone already; then no second `close` follows.
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
    topics: () => [...topics.keys()],
    count: (topic: string) => topics.get(topic)?.size ?? 0,
    send(topic: string, type: string, data: unknown) {
      for (const response of topics.get(topic) ?? []) write(response, eventText(type, data));
    },
    /** Ends the topic's streams; browsers reconnect and are identified again. */
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
