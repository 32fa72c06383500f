import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { answeredByHeader } from '../browser/server-away.ts';
import { openAuth } from '../domain/accounts/open-auth.ts';
import { toItemHash } from '../domain/items/contract/item-hash.ts';
import { createOwnWords } from '../domain/pages/own-words.ts';
import { createScanRecorder } from '../domain/scans/scans.ts';
import { brandOf } from '../domain/settings/brand.ts';
import { createLowestPrice } from '../domain/shop/for-sale.ts';
import { malformedCall } from '../functions/http.ts';
import { translationsIn } from '../language/languages.ts';
import { liveForEverybodyPath, livePath } from '../paths/api.ts';
import { isShopPath, itemPath } from '../paths/paths.ts';
import { createSessions } from '../server/auth/sessions.ts';
import { createFairShare } from '../server/concurrency.ts';
import { type Answer, answerUnreadable, createDispatcher } from '../server/http/dispatcher.ts';
import { serveFiles } from '../server/http/files.ts';
import { cookieNames, securityHeaders } from '../server/http/headers.ts';
import type { Log } from '../server/log.ts';
import { isReady, type PagesState, type Readiness } from '../server/readiness.ts';
import type { Services } from '../server/services.ts';
import type { Brand } from '../ui/brand.ts';
import { answerFromCache } from './cached-pages.ts';
import { malformedPage } from './document/bare-page.tsx';
import type { Assets } from './http/assets.ts';
import { createFormCookies } from './http/forms.ts';
import { languageOfRequest } from './http/language.ts';
import { answerMetrics } from './http/metrics.ts';
import { createDrawnDocuments, createPageCache } from './http/page-cache.ts';
import type { Site } from './http/visitor.ts';
import { createLive } from './live/live.ts';
import { siteRoutes } from './routes.tsx';

/** About a thousand pages, each in three encodings. */
const pageCacheBytes = 64_000_000;
/** Some thousand finder’s pages. */
const drawnDocumentBytes = 16_000_000;

export type SiteOptions = {
  assets: Assets;
  clientDir: string;
  trustProxy: boolean;
  /** What Prometheus shows to read /metrics; without it there is no such page. */
  metricsToken?: string | undefined;
  readiness(): Promise<Readiness>;
  servesPages(): Promise<PagesState>;
};

export function createSite(
  services: Services,
  options: SiteOptions,
): {
  listener: RequestListener;
  unreadable: ReturnType<typeof answerUnreadable>;
  /** Ids of the sessions that have a page open at this process. */
  openSessions(): string[];
  close(): Promise<void>;
} {
  const { publicUrl, keys, db, events, log } = services;
  const headers: [string, string][] = [...securityHeaders(publicUrl), [answeredByHeader, 'Handback']];
  const auth = openAuth(services);
  const site: Site = {
    services,
    auth,
    sessions: createSessions({ auth, db, keys, events }),
    cookies: cookieNames(publicUrl),
    formCookies: createFormCookies(keys),
    pageCache: createPageCache({ maxBytes: pageCacheBytes, headers, freshness: events.freshness, log }),
    scans: createScanRecorder(services),
    drawnDocuments: createDrawnDocuments({ maxBytes: drawnDocumentBytes }),
    drawing: createFairShare({ mostWaiting: 50 }),
    assets: options.assets,
    trustProxy: options.trustProxy,
    brand: () => currentBrand(services),
    ownWords: createOwnWords(services),
    lowestPrice: createLowestPrice(services),
  };
  const live = createLive(site);
  const unsubscribe = events.subscribe((event) => {
    if (event.kind === 'tag') site.pageCache.drop(itemPath(toItemHash(event.code)));
    if (event.kind === 'products') site.pageCache.dropAll(isShopPath);
    if (event.kind === 'settings' || event.kind === 'pages' || event.kind === 'resync') site.pageCache.clear();
  });

  const failureText = (request: IncomingMessage) => translationsIn(languageOfRequest(request, site))('screen.wrong');
  const routes = siteRoutes(site);
  const rest = getRequestListener(
    async (request, env) => {
      try {
        return await routes.fetch(request, env);
      } catch (error) {
        log.error({ error }, 'a request failed');
        return new Response(failureText(env.incoming as IncomingMessage), { status: 500 });
      }
    },
    {
      // The library’s own Response: a page leaves in one write, without a stream.
      overrideGlobalObjects: true,
      // The dispatcher answers it.
      errorHandler(error) {
        throw error;
      },
    },
  );
  const listener = createDispatcher({
    headers,
    log,
    cached: answerFromCache(site),
    first: [
      answerHealth(options),
      answerMetrics(services, options.metricsToken),
      answerLive(live, log),
      serveFiles(options.clientDir),
    ],
    rest: async (request, response) => rest(request, response),
    failureText,
    malformed: async (request, status) =>
      /^\/functions\b/.test(request.url ?? '')
        ? malformedCall(request, services)
        : malformedPage(request, status, site),
  });
  return {
    listener,
    unreadable: answerUnreadable(headers),
    openSessions: live.openSessions,
    close() {
      unsubscribe();
      live.close();
      site.sessions.close();
      site.pageCache.close();
      return site.scans.close();
    },
  };
}

function answerHealth({ readiness, servesPages }: SiteOptions): Answer {
  return (request, response) => {
    const say = (isGood: boolean, words: string) =>
      response.writeHead(isGood ? 200 : 503, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }).end(words);
    const path = pathOf(request);
    if (path === '/healthz') say(true, 'ok');
    else if (path === '/readyz') readiness().then((state) => say(isReady(state), state));
    else if (path === '/servez') servesPages().then((state) => say(state === 'pages are served', state));
    else return false;
    return true;
  };
}

/** Probes and proxies may add a query. */
function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '';
}

function answerLive(live: ReturnType<typeof createLive>, log: Log): Answer {
  return (request, response) => {
    if (request.method !== 'GET') return false;
    const path = pathOf(request);
    if (path === livePath()) live.answer(request, response).catch((error) => failLive(error, response, log));
    else if (path === liveForEverybodyPath()) live.answerEverybody(request, response);
    else return false;
    return true;
  };
}

/** Answers 503, so that the page asks again by itself: mostly the database is away, which better-auth does not tell apart. */
function failLive(error: unknown, response: ServerResponse, log: Log): void {
  log.error({ error }, 'a live stream failed');
  if (response.headersSent) response.destroy();
  else response.writeHead(503, { 'Cache-Control': 'no-store', 'Retry-After': '5' }).end();
}

/** The brand for each page; while it cannot be read, or not at once, the last one known serves. */
async function currentBrand(services: Services): Promise<Brand> {
  const { settings } = services;
  await settings.waitForLastRead();
  return brandOf(services, settings.lastRead('brand'));
}
