import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { RequestError } from '@hono/node-server';
import type { Log } from '../log.ts';

const longestUrl = 4096;

export type Answer = (request: IncomingMessage, response: ServerResponse) => boolean;

export type DispatcherOptions = {
  headers: [name: string, value: string][];
  log: Log;
  cached: Answer;
  first: Answer[];
  /** Everything else. Rejects with RequestError for an invalid Host header. */
  rest: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;
  malformed: (request: IncomingMessage, status: 400 | 414) => Promise<Malformed>;
  failureText: (request: IncomingMessage) => string;
};

type Malformed = { headers: Record<string, string>; body: string };

export function createDispatcher({
  headers,
  log,
  cached,
  first,
  rest,
  malformed,
  failureText,
}: DispatcherOptions): RequestListener {
  const fail = (error: unknown, request: IncomingMessage, response: ServerResponse) => {
    log.error({ error }, 'a request failed');
    if (response.headersSent) response.destroy();
    else response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' }).end(failureText(request));
  };
  const refuse = (status: 400 | 414, request: IncomingMessage, response: ServerResponse) => {
    malformed(request, status).then(
      ({ headers, body }) => response.writeHead(status, { ...headers, Connection: 'close' }).end(body),
      (error) => fail(error, request, response),
    );
  };

  return (request, response) => {
    if (log.isLevelEnabled('debug')) logAnswer(request, response, log);
    const problem = findProblem(request.url ?? '');
    try {
      if (!problem && cached(request, response)) return;
      response.on('error', (error) => log.debug({ error }, 'a response broke off'));
      request.on('error', () => log.debug({ path: loggablePath(request.url) }, 'a request was cut off'));
      setHeaders(headers, response);
      if (problem) return refuse(problem, request, response);
      if (first.some((answer) => answer(request, response))) return;
    } catch (error) {
      setHeaders(headers, response);
      fail(error, request, response);
      return;
    }
    rest(request, response).catch((error) => {
      if (error instanceof RequestError) refuse(400, request, response);
      else fail(error, request, response);
    });
  };
}

function setHeaders(headers: DispatcherOptions['headers'], response: ServerResponse): void {
  if (response.headersSent) return;
  for (const [name, value] of headers) response.setHeader(name, value);
}

function logAnswer(request: IncomingMessage, response: ServerResponse, log: Log): void {
  const startedAt = performance.now();
  response.on('finish', () => {
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    log.debug({ method: request.method, path: loggablePath(request.url), status: response.statusCode, ms }, 'answered');
  });
}

function findProblem(url: string): 400 | 414 | undefined {
  if (url.length > longestUrl) return 414;
  if (!url.startsWith('/') || url.startsWith('//') || url.includes('\\')) return 400;
  if (url.includes('%') && decode(url) === undefined) return 400;
  return undefined;
}

function decode(url: string): string | undefined {
  try {
    return decodeURI(url);
  } catch {
    return undefined;
  }
}

/** What follows these says where in the product it is. Everywhere else it may be a secret, such as a private link. */
const parts = new Set(['admin', 'assets', 'auth', 'fonts', 'functions', 'guides', 'icons', 'webhooks']);

/** Shorter than any secret. */
const name = /^[\w.-]{1,32}$/;
const firstName = /^[a-z.-]{1,24}$/i;

/** The path of a request as it may stand in a log: without the query, and without what may be a secret or was typed. */
function loggablePath(url = ''): string {
  const [first, ...more] = url.split(/[?#]/, 1)[0]?.split('/').filter(Boolean) ?? [];
  if (first === undefined) return '/';
  if (!firstName.test(first)) return '/*';
  if (more.length === 0) return `/${first}`;
  if (!parts.has(first)) return `/${first}/*`;
  return `/${[first, ...more.map((segment) => (name.test(segment) ? segment : '*'))].join('/')}`;
}

const answers: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers bytes that are no HTTP request with our headers, which Node's own answer lacks. */
export function answerUnreadable(headers: [name: string, value: string][]) {
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const lines = headers.map(([name, value]) => `${name}: ${value}`);
    const status = answers[error.code ?? ''] ?? '400 Bad Request';
    socket.end([`HTTP/1.1 ${status}`, ...lines, 'Content-Length: 0', 'Connection: close', '', ''].join('\r\n'));
  };
}
