import type { RequestListener, ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import sirv from 'sirv';
import { ownAnswer } from '../browser/server-away.ts';
import { openAuth } from '../domain/accounts/open-auth.ts';
import { toItemHash } from '../domain/items/item-hash.ts';
import { readBrand } from '../domain/settings/brand.ts';
import { malformedCall } from '../functions/http.ts';
import { createSessions } from '../server/auth/sessions.ts';
import { cookieNames } from '../server/http/cookies.ts';
import { type Answer, createFront } from '../server/http/front.ts';
import { securityHeaders, workerPolicy } from '../server/http/security-headers.ts';
import type { Installation } from '../server/installation.ts';
import type { Log } from '../server/log.ts';
import { within } from '../server/within.ts';
import { type Brand, defaultBrand } from '../ui/brand.ts';
import type { Assets } from './assets.ts';
import { answerFromCache } from './cached-pages.ts';
import { createFormCookies } from './form-cookie.ts';
import { watchIdleSessions } from './idle-sessions.ts';
import { createLive } from './live.ts';
import { createPageCache } from './page-cache.ts';
import { malformedPage } from './pages/malformed.ts';
import { siteRoutes } from './routes.tsx';
import type { Site } from './site.ts';

const brandMs = 5_000;
const brandWaitMs = 300;

export type SiteOptions = {
  assets: Assets;
  /** Folder of the built browser files. */
  clientDir: string;
  trustProxy: boolean;
  mailFrom: string;
  /** Why not, in words, while starting up or draining, or when the database is away; undefined when it is. */
  notReady(): Promise<string | undefined>;
};

/** The whole product as a request listener over an installation. */
export function createSite(
  installation: Installation,
  options: SiteOptions,
): {
  listener: RequestListener;
  /** Done every minute by itself. */
  endIdleSessions(): Promise<void>;
  close(): void;
} {
  const { publicUrl, keys, db, events, log } = installation;
  const headers = securityHeaders(publicUrl);
  const auth = openAuth(installation);
  const site: Site = {
    installation,
    auth,
    sessions: createSessions({ auth, db, keys, events }),
    cookies: cookieNames(publicUrl),
    formCookies: createFormCookies(keys),
    pageCache: createPageCache({ maxPages: 2_000, headers }),
    assets: options.assets,
    trustProxy: options.trustProxy,
    brand: rememberBrand(installation, options.mailFrom),
  };
  const live = createLive(site);
  const idleSessions = watchIdleSessions(live.openSessions, installation);
  const unsubscribe = events.subscribe((event) => {
    if (event.kind === 'tag') site.pageCache.drop(`/item/${toItemHash(event.code)}`);
    if (event.kind === 'settings' || event.kind === 'resync') site.pageCache.clear();
  });

  const rest = getRequestListener(siteRoutes(site).fetch, {
    overrideGlobalObjects: false,
    errorHandler(error) {
      // The front answers it, with a page.
      if (error instanceof RequestError) throw error;
      log.error({ error }, 'a request failed');
      return new Response('Something went wrong.', { status: 500 });
    },
  });
  const listener = createFront({
    headers: [...headers, [ownAnswer, 'Handback']],
    log,
    cached: answerFromCache(site),
    first: [answerHealth(options.notReady), answerLive(live, log), answerFiles(options.clientDir)],
    rest: async (request, response) => rest(request, response),
    malformed: (url, status) => (/^\/functions\b/.test(url) ? malformedCall() : malformedPage(status)),
  });
  return {
    listener,
    endIdleSessions: idleSessions.check,
    close() {
      unsubscribe();
      idleSessions.close();
      live.close();
      site.sessions.close();
    },
  };
}

function answerHealth(notReady: () => Promise<string | undefined>): Answer {
  return (request, response) => {
    if (request.url === '/healthz') response.writeHead(200, { 'Content-Type': 'text/plain' }).end('ok');
    else if (request.url === '/readyz') {
      notReady().then((why) => {
        response.writeHead(why ? 503 : 200, { 'Content-Type': 'text/plain' }).end(why ? `not ready: ${why}` : 'ready');
      });
    } else return false;
    return true;
  };
}

function answerLive(live: ReturnType<typeof createLive>, log: Log): Answer {
  return (request, response) => {
    if (request.method !== 'GET') return false;
    if (request.url === '/live') live.answer(request, response).catch((error) => failLive(error, response, log));
    else if (request.url === '/live/everybody') live.answerEverybody(request, response);
    else return false;
    return true;
  };
}

/** Mostly the database is away, which better-auth does not tell apart: the page asks again by itself. */
function failLive(error: unknown, response: ServerResponse, log: Log): void {
  log.error({ error }, 'a live stream failed');
  if (response.headersSent) response.destroy();
  else response.writeHead(503, { 'Cache-Control': 'no-store', 'Retry-After': '5' }).end();
}

function answerFiles(clientDir: string): Answer {
  const serve = sirv(clientDir, {
    brotli: true,
    gzip: true,
    etag: true,
    dotfiles: false,
    setHeaders: (response, path) => {
      const immutable = path.startsWith('/assets/') || path.startsWith('/fonts/');
      response.setHeader('Cache-Control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (path === '/service-worker.js') response.setHeader('Content-Security-Policy', workerPolicy);
    },
  });
  return (request, response) => {
    // A page is never a file: only what has an ending is looked up.
    if (!/^\/[^?]*\.\w+(\?|$)/.test(request.url ?? '') || request.url?.startsWith('/item/')) return false;
    let passed = false;
    serve(request, response, () => {
      passed = true;
    });
    return !passed;
  };
}

/** The brand for each page, read every few seconds; while it cannot be read, or not at once, the last one known serves. */
function rememberBrand(installation: Installation, mailFrom: string): () => Promise<Brand> {
  let known: Brand = { ...defaultBrand, contactEmail: mailFrom };
  let freshUntil = 0;
  const refresh = async () => {
    try {
      const brand = await readBrand(installation);
      known = { ...brand, contactEmail: brand.contactEmail || mailFrom };
    } catch (error) {
      installation.log.error({ error }, 'could not read the brand');
    }
  };
  return async () => {
    if (freshUntil > Date.now()) return known;
    freshUntil = Date.now() + brandMs;
    await within(brandWaitMs, refresh(), undefined);
    return known;
  };
}
