import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { can } from '../../domain/accounts/contract/can.ts';
import type { CurrentUser } from '../../domain/accounts/contract/schema.ts';
import { currentUser } from '../../domain/accounts/enter-session.ts';
import type { OwnWords } from '../../domain/pages/own-words.ts';
import type { createScanRecorder } from '../../domain/scans/scans.ts';
import type { OfferedLanguages } from '../../domain/settings/contract/languages.ts';
import type { createLowestPrice } from '../../domain/shop/for-sale.ts';
import { type Caller, Refusal } from '../../functions/define.ts';
import { call, type FunctionInput, type FunctionName } from '../../functions/list.ts';
import { createRequestReads, type RequestReads } from '../../functions/request-reads.ts';
import type { Auth } from '../../server/auth/auth.ts';
import type { Sessions } from '../../server/auth/sessions.ts';
import type { FairShare } from '../../server/concurrency.ts';
import { type CookieNames, earlierFinderCookie, readCookie, setCookie } from '../../server/http/headers.ts';
import { networkHashesOf } from '../../server/http/network-key.ts';
import type { Services } from '../../server/services.ts';
import type { Brand } from '../../ui/brand.ts';
import type { Viewer } from '../../ui/header.tsx';
import type { Assets } from './assets.ts';
import type { FormCookies, FormValues } from './forms.ts';
import { pageLanguageOf } from './language.ts';
import type { DrawnDocuments, PageCache, ReadStart } from './page-cache.ts';

export type SiteEnv = {
  Bindings: HttpBindings;
  Variables: {
    site: Site;
    /** What was typed into the form being handled: it comes back if all goes wrong. */
    form?: Record<string, string>;
    reading?: Promise<FormValues>;
    visitor?: Promise<Visitor>;
    reads?: RequestReads;
    /** The page cache's moment before maintenance was looked at. */
    readStart?: ReadStart;
    languages: OfferedLanguages;
    chosenLanguage?: string;
    /** During maintenance: the page under /admin at which administrators sign in, and others sign out. */
    adminAccess?: 'to sign in' | 'to sign out';
  };
};

export type SiteContext = Context<SiteEnv>;

const rememberedConversations = 8;
const rememberSeconds = 180 * 86_400;

export type Visitor = {
  user: CurrentUser | null;
  /** Secrets of the conversations that this browser began, and then of those whose private links it opened: the newest first. */
  secrets: string[];
  ownSecrets: string[];
  caller: Caller;
};

/** Reads who is asking from the cookies, once; renews the session cookie when it is due. */
export function readVisitor(c: SiteContext): Promise<Visitor> {
  const visitor = c.var.visitor ?? readFromCookies(c);
  c.set('visitor', visitor);
  return visitor;
}

/** Calls a function for the visitor. @param more what it is to know of the caller besides */
export async function callFor<Name extends FunctionName>(
  c: SiteContext,
  name: Name,
  data: { [Field in keyof FunctionInput<Name>]?: unknown },
  more?: Partial<Caller>,
) {
  return call(name, { ...(await readVisitor(c)).caller, ...more }, data, c.var.site.services);
}

/** Of the conversation, or the order, in the address. */
export const secretOf = (c: SiteContext) => c.req.param('secret') ?? '';

export function readsOf(c: SiteContext): RequestReads {
  const reads = c.var.reads ?? createRequestReads(c.var.site.services);
  c.set('reads', reads);
  return reads;
}

export async function viewerOf(c: SiteContext): Promise<Viewer> {
  const { user } = await readVisitor(c);
  if (!user) return null;
  const counted = await callFor(c, 'countUnread', {});
  const unread = counted instanceof Refusal ? 0 : counted.unread;
  return {
    uid: user.uid,
    displayName: user.displayName,
    isAdmin: can(user, 'admin'),
    unread,
    deletedOn: user.deletedOn,
  };
}

/** Before the secret of a conversation that this browser did not begin. */
const openedMark = '~';
const mark = (secret: string) => openedMark + secret;

/** The secrets in a Cookie header; what is none of ours opens nothing later. */
export function readSecrets(
  cookieHeader: string | undefined,
  site: Pick<Site, 'cookies'>,
): Pick<Visitor, 'secrets' | 'ownSecrets'> {
  const own = readCookie(cookieHeader, site.cookies.finder);
  const known = (own ?? readCookie(cookieHeader, earlierFinderCookie) ?? '')
    .split('.')
    .filter((secret) => /^~?[\w-]{43}$/.test(secret))
    .slice(0, rememberedConversations);
  // A cookie without the prefix of this host may be from elsewhere.
  const isOpened = (secret: string) => own === undefined || secret.startsWith(openedMark);
  const ownSecrets = known.filter((secret) => !isOpened(secret));
  const opened = known.filter(isOpened).map((secret) => secret.replace(openedMark, ''));
  return { secrets: [...ownSecrets, ...opened], ownSecrets };
}

export function readSessionCookie(cookieHeader: string | undefined, site: Pick<Site, 'cookies'>): string | undefined {
  return readCookie(cookieHeader, site.cookies.session);
}

export function forgetSessionCookie(c: SiteContext): void {
  c.header('Set-Cookie', setCookie(c.var.site.cookies.session, '', 0), { append: true });
}

/** Lets a scan find the conversation again: at once when it is the browser's `own`, after a question when it was `opened`. Own stays own. */
export function rememberConversation(
  c: SiteContext,
  { secrets, ownSecrets }: Visitor,
  { secret, as }: { secret: string; as: 'own' | 'opened' | 'forgotten' },
): void {
  const isOwn = as === 'own' || (as === 'opened' && ownSecrets.includes(secret));
  const own = isOwn ? [secret, ...ownSecrets] : ownSecrets;
  const opened = secrets.filter((each) => each !== secret && !ownSecrets.includes(each));
  if (!isOwn && as === 'opened') opened.unshift(secret);
  // Own conversations are not lost to links that others send.
  const remembered = [...new Set([...own, ...opened.map(mark)])].slice(0, rememberedConversations);
  c.header('Set-Cookie', setCookie(c.var.site.cookies.finder, remembered.join('.'), rememberSeconds), { append: true });
}

async function readFromCookies(c: SiteContext): Promise<Visitor> {
  const { site } = c.var;
  const { user, sessionId } = await signedIn(c);
  const cookies = c.req.header('cookie');
  const { nonce, heldReason } = site.formCookies.read(readCookie(cookies, site.cookies.form));
  return {
    user,
    ...readSecrets(cookies, site),
    caller: {
      user,
      language: pageLanguageOf(c, { user }),
      ...networkHashesOf(c.env.incoming, { keys: site.services.keys, trustProxy: site.trustProxy }),
      formNonce: nonce,
      heldReason,
      reads: readsOf(c),
      ...(sessionId && { sessionId }),
    },
  };
}

async function signedIn(c: SiteContext): Promise<{ user: CurrentUser | null; sessionId?: string }> {
  const { site } = c.var;
  const cookie = readSessionCookie(c.req.header('cookie'), site);
  if (!cookie) return { user: null };
  const read = await site.sessions.fromCookie(cookie);
  if (!read) return { user: null };
  for (const header of read.setCookie) c.header('Set-Cookie', header, { append: true });
  return { user: await currentUser(read.session.account, site.services), sessionId: read.session.id };
}

export type Site = {
  services: Services;
  auth: Auth;
  sessions: Sessions;
  cookies: CookieNames;
  formCookies: FormCookies;
  pageCache: PageCache;
  scans: ReturnType<typeof createScanRecorder>;
  drawnDocuments: DrawnDocuments;
  /** By the network that asks for a page. */
  drawing: FairShare;
  assets: Assets;
  trustProxy: boolean;
  brand(): Promise<Brand>;
  ownWords: OwnWords;
  lowestPrice: ReturnType<typeof createLowestPrice>;
};
