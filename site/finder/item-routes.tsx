import { fromItemHash, toItemHash } from '../../domain/items/contract/item-hash.ts';
import { Refusal, refusalInWords } from '../../functions/define.ts';
import { call, type FunctionOutput } from '../../functions/list.ts';
import { refused } from '../../functions/refused.ts';
import { translationsIn } from '../../language/languages.ts';
import { conversationPath, itemPath, signInPath } from '../../paths/paths.ts';
import { isRefused } from '../../server/http/read-body.ts';
import type { PageContext } from '../document/page.ts';
import { type PageResult, showPage } from '../document/show-page.tsx';
import {
  archivedTag,
  formNotRead,
  frozenTag,
  ownArchivedTag,
  ownDeletedTag,
  ownUnassignedTag,
  retiredTag,
  systemPage,
  unassignedTagPage,
  unknownTag,
  withUnsent,
} from '../document/system.tsx';
import { readAttempt, readIdempotencyKey, readTypedForm, renewedFormCookie } from '../http/forms.ts';
import { sayWhenToRetry, statusOf } from '../http/send-file.ts';
import type { Site } from '../http/site.ts';
import { hashOfPrintedPath } from '../http/typed-address.ts';
import { readVisitor, rememberConversation, type SiteContext, type Visitor } from '../http/visitor.ts';
import { answerOf, isLate, perhapsSent } from './form-here.tsx';
import { ToConversation } from './is-this-you.tsx';
import { FinderItemPage, itemMetadata, type ScannedItem, type Typed } from './item.tsx';
import { recordScan } from './record-scan.ts';

export function showItem(site: Site) {
  return async (c: SiteContext) => showItemPage(c, site, hashOf(c));
}

/** GET /T/{CODE}, as tags are printed: the same page, without a redirect. */
export function showTag(site: Site) {
  return async (c: SiteContext) => showItemPage(c, site, hashOfPrintedPath(c.req.path));
}

export function sendReport(site: Site) {
  return async (c: SiteContext) => {
    const form = await readTypedForm(c);
    if (isRefused(form)) return showPage(c, site, ({ t }) => formNotRead(t, form, backTo(c, t('screen.backToForm'))));
    const visitor = await readVisitor(c, site);
    const { hash, typed } = { hash: hashOf(c), typed: readTyped(form) };
    const attempt = readAttempt(form);
    const returned = form.key ?? '';
    if (isLate(form)) {
      const asked = { ...typed, hash, attempt };
      const found = attempt && (await call('findReport', visitor.caller, asked, site.services));
      if (found && 'secret' in found && found.secret) return toConversation(c, site, visitor, found.secret);
      const refusal = found instanceof Refusal ? found : perhapsSent(form, translationsIn(visitor.caller.language));
      return showItemPage(c, site, hash, { typed, key: form.key, returned, refusal });
    }
    const { key, ofForm } = readIdempotencyKey(form, visitor);
    const data = { ...typed, hash, key, attempt, secrets: visitor.ownSecrets };
    const heldReason = form.website ? 'hidden-field' : visitor.caller.heldReason;
    const result = await call('reportFound', { ...visitor.caller, heldReason }, data, site.services);
    if (result instanceof Refusal) {
      sayWhenToRetry(c, result);
      return showItemPage(c, site, hash, { typed, key: ofForm, returned, refusal: result });
    }
    return toConversation(c, site, visitor, result.secret);
  };
}

function toConversation(c: SiteContext, site: Site, visitor: Visitor, secret: string): Response {
  rememberConversation(c, visitor, { secret, as: 'own' }, site);
  return c.redirect(conversationPath(secret), 303);
}

export function sayWhose(site: Site) {
  return async (c: SiteContext) => {
    const form = await readTypedForm(c);
    if (isRefused(form)) return showPage(c, site, ({ t }) => formNotRead(t, form, backTo(c, t('screen.backToForm'))));
    const visitor = await readVisitor(c, site);
    const { secret = '', me } = form;
    if (!visitor.secrets.includes(secret) || visitor.ownSecrets.includes(secret)) return toTag(c);
    if (me === 'yes') return toConversation(c, site, visitor, secret);
    rememberConversation(c, visitor, { secret, as: 'forgotten' }, site);
    return toTag(c);
  };
}

export function switchLost(site: Site, state: 'Lost' | 'Returned') {
  return actOnTag(site, async (tag, caller) => {
    if (tag.state !== 'active') return undefined;
    const change = tag.sharedBy === undefined ? (`markItem${state}` as const) : (`markSharedItem${state}` as const);
    const item = await call(change, caller, { id: tag.item.id }, site.services);
    return item instanceof Refusal ? item : itemPath(item.hash);
  });
}

/** GET of an address to which the owner's switches are posted: leads to the tag's page. */
export function toTag(c: SiteContext) {
  return c.redirect(itemPath(hashOf(c)), 303);
}

/** GET /items/{id}: to the page at which its owner reaches the item now; for others to the page of its first tag. */
export function openItem(site: Site) {
  return async (c: SiteContext) => {
    const id = c.req.param('id') ?? '';
    const { caller } = await readVisitor(c, site);
    const item = await call('getItem', caller, { id }, site.services);
    return c.redirect(itemPath(item instanceof Refusal ? toItemHash(id) : item.hash));
  };
}

export function restoreItem(site: Site) {
  return actOnTag(site, async (tag, caller) => {
    if (tag.state !== 'retired' || !tag.deleted) return undefined;
    const item = await call('undeleteItem', caller, { id: tag.deleted.id }, site.services);
    return item instanceof Refusal ? item : undefined;
  });
}

/** Has whoever is not signed in do that first. @param act returns where it leads to, if not to the tag's page */
function actOnTag(
  site: Site,
  act: (tag: FunctionOutput<'readTag'>, caller: Visitor['caller']) => Promise<string | Refusal | undefined>,
) {
  return async (c: SiteContext) => {
    const hash = hashOf(c);
    const { caller } = await readVisitor(c, site);
    if (!caller.user) return c.redirect(signInPath({ next: itemPath(hash) }), 303);
    const taken = await site.services.limits.take('function-call', caller.user.uid);
    if (!taken.allowed) return showNotDone(c, site, refused('over-limit.calls', { retryAfter: taken.retryAfter }));
    const tag = await call('readTag', caller, { hash }, site.services);
    const to = tag instanceof Refusal ? undefined : await act(tag, caller);
    if (to instanceof Refusal && to.status !== 'not-found') return showNotDone(c, site, to);
    return c.redirect(typeof to === 'string' ? to : itemPath(hash), 303);
  };
}

function showNotDone(c: SiteContext, site: Site, refusal: Refusal): Promise<Response> {
  sayWhenToRetry(c, refusal);
  return showPage(c, site, ({ t }) => {
    const action = { label: t('screen.backToForm'), href: itemPath(hashOf(c)) };
    const text = refusalInWords(refusal, t).message;
    return systemPage(t, { status: statusOf(refusal), title: t('screen.notSent'), text, action });
  });
}

type Failure = {
  typed: Typed;
  key: string | undefined;
  returned: string;
  refusal: Refusal;
};

function showItemPage(c: SiteContext, site: Site, hash: string, failure?: Failure): Promise<Response> {
  const asked = fromItemHash(hash);
  const formCookie = renewedFormCookie(c.req.header('cookie'), site);
  if (formCookie) c.header('Set-Cookie', formCookie, { append: true });
  return showPage(c, site, async (context, visitor) => {
    const { secrets, ownSecrets } = visitor;
    const tag = await call('readTag', visitor.caller, { hash, secrets }, site.services);
    if (tag instanceof Refusal) return withUnsent(context, unknownTag(context, asked), failure?.typed.text);
    if (tag.state === 'moved' && !failure) return { movedTo: itemPath(tag.hash) };
    if (tag.state === 'archived' && tag.ownItem) return withStatus(ownArchivedTag(context, tag.ownItem), failure);
    if (tag.state === 'retired' && tag.deleted)
      return withStatus(ownDeletedTag(context, hash, tag.deleted.until), failure);
    if (tag.state === 'reserved' && tag.own) return withStatus(ownUnassignedTag(context, tag.code), failure);
    if (tag.state !== 'active' && tag.state !== 'reserved') {
      const tapped = answerOf({ ...failure?.typed });
      const unsent = failure?.typed.text || (tapped && context.t(`answer.${tapped}`));
      const said = failure?.refusal.details?.reason === 'too-old' ? 'perhapsSentText' : 'notSentText';
      const unusable = tagState(context, tag, { hash, code: asked, ownSecrets });
      const shown = withWaiting(withUnsent(context, unusable, unsent, said), hash, failure);
      return withStatus(shown, failure);
    }
    const { code, own } = tag;
    const sharedBy = tag.state === 'active' ? tag.sharedBy : undefined;
    if (c.req.method !== 'POST' && tag.state === 'active')
      recordScan(c.env.incoming, { hash, own: own || sharedBy !== undefined }, site);
    const item = tag.state === 'reserved' ? unnamedItem(code) : tag.item;
    const secret = tag.state === 'reserved' ? undefined : tag.secret;
    const isOwn = secret !== undefined && ownSecrets.includes(secret);
    const { typed, key, refusal } = failure ?? {};
    const said = refusal && refusalInWords(refusal, context.t);
    const isPreview = own && context.query.has('preview');
    const props = {
      hash,
      code,
      item,
      own,
      sharedBy,
      isPreview,
      conversationPath: isOwn ? conversationPath(secret) : undefined,
      openedSecret: isOwn ? undefined : secret,
      idempotencyKey: key,
      typed,
      errors: said && (said.details?.fields ?? { form: said.message }),
      returned: failure?.returned,
    };
    return {
      face: 'finder',
      forStranger: isPreview,
      shared: true,
      path: itemPath(hash),
      status: refusal ? statusOf(refusal) : 200,
      metadata: itemMetadata(context, item),
      drawnFrom: props,
      body: <FinderItemPage context={context} {...props} />,
    };
  });
}

const hashOf = (c: SiteContext) => c.req.param('hash') ?? '';
function tagState(
  context: PageContext,
  tag: Exclude<FunctionOutput<'readTag'>, { state: 'active' | 'reserved' }>,
  { hash, code, ownSecrets }: { hash: string; code: string; ownSecrets: string[] },
): PageResult {
  if (tag.state === 'blank') return unassignedTagPage(context, tag.code);
  if (tag.state === 'unknown' || tag.state === 'moved') return unknownTag(context, code);
  const { secret } = tag;
  const conversation = secret && (
    <ToConversation t={context.t} hash={hash} secret={secret} isOwn={ownSecrets.includes(secret)} />
  );
  const unusable = { code, conversation };
  if (tag.state === 'archived') return archivedTag(context, unusable);
  if (tag.state === 'frozen') return frozenTag(context, { ...unusable, own: tag.own });
  return retiredTag(context, unusable);
}

/** Gives a refusal the status of its reason: the page's script would take 200 for sent. */
function withStatus(shown: PageResult, failure: Failure | undefined): PageResult {
  return failure && (shown.status ?? 200) === 200 ? { ...shown, status: statusOf(failure.refusal) } : shown;
}

/** Adds a hidden form. With it the page's script sends what still waits on the phone; it is refused, and the page says what was not sent. */
function withWaiting(shown: PageResult, hash: string, failure: Failure | undefined): PageResult {
  const code = fromItemHash(hash);
  if (!code) return shown;
  const body = (
    <>
      {shown.body}
      <form
        hidden
        method="post"
        action={itemPath(hash)}
        data-keep={`found-${code}`}
        data-returned={failure?.returned}
      />
    </>
  );
  return { ...shown, body };
}

export function unnamedItem(code: string): ScannedItem {
  return {
    id: code,
    name: '',
    category: 'other',
    note: '',
    state: 'kept',
    facts: {},
    loss: null,
    pictureId: null,
    scam: null,
  };
}

function readTyped(form: Record<string, string>): Typed {
  return { answer: form.answer, text: form.text, name: form.name };
}

function backTo(c: SiteContext, label: string) {
  return { label, href: c.req.path };
}
