import { fromItemHash, toItemHash } from '../../domain/items/contract/item-hash.ts';
import { Refusal } from '../../functions/define.ts';
import type { FunctionOutput } from '../../functions/list.ts';
import { refused } from '../../functions/refused.ts';
import { translationsIn } from '../../language/languages.ts';
import { conversationPath, itemPath, signInPath } from '../../paths/paths.ts';
import { showAppPage } from '../app-shell/app-routes.tsx';
import { showPage } from '../document/show-page.tsx';
import { onForm, refusalPage, withUnsent } from '../document/system.tsx';
import { readAttempt, readIdempotencyKey, renewedFormCookie } from '../http/forms.ts';
import { errorsOf } from '../http/send-file.ts';
import { hashOfPrintedPath } from '../http/typed-address.ts';
import { callFor, readVisitor, rememberConversation, type SiteContext, type Visitor } from '../http/visitor.ts';
import { answerOf, isLate, perhapsSent } from './form-here.tsx';
import { FinderItemPage, itemMetadata, type ScannedItem, type Typed } from './item.tsx';
import { isEarly, recordScan } from './record-scan.ts';
import { ownTagPage, unknownTag, unusableTagPage, withWaiting } from './tag-states.tsx';

export async function showItem(c: SiteContext) {
  const hash = hashOf(c);
  const item = await readOwnItem(c, hash);
  if (!item) return showItemPage(c, hash);
  recordScan(c.env.incoming, { hash, own: true }, c.var.site);
  return showAppPage('item', { hash, ...item })(c);
}

/** GET /T/{CODE}, as tags are printed: the same page, without a redirect but for whoever the item belongs to. */
export async function showTag(c: SiteContext) {
  const hash = hashOfPrintedPath(c.req.path);
  const item = await readOwnItem(c, hash);
  if (!item) return showItemPage(c, hash);
  const { user } = await readVisitor(c);
  const isOwnScan = !item.isShared && !isEarly(c.env.incoming);
  if (user?.firstSteps && isOwnScan) await callFor(c, 'noteFirstStep', { step: 'scanned' });
  return c.redirect(itemPath(hash));
}

/** What finders see, for those whose page the app draws. */
export async function showAsFinder(c: SiteContext) {
  return (await readOwnItem(c, hashOf(c))) ? showItemPage(c, hashOf(c)) : toTag(c);
}

/** The item whose tag it is, when it belongs to whoever asks or is shared with them. */
async function readOwnItem(c: SiteContext, hash: string): Promise<{ id: string; isShared: boolean } | undefined> {
  const { user } = await readVisitor(c);
  const tag = user && (await callFor(c, 'readTag', { hash }));
  if (!tag || tag instanceof Refusal) return undefined;
  if (tag.state === 'archived') return tag.ownItem ? { id: tag.ownItem, isShared: false } : undefined;
  if (tag.state !== 'active') return undefined;
  const isShared = tag.sharedBy !== undefined;
  return tag.own || isShared ? { id: tag.item.id, isShared } : undefined;
}

export const sendReport = onForm(async (c, form) => {
  const visitor = await readVisitor(c);
  const { answer, text, name } = form;
  const [hash, typed] = [hashOf(c), { answer, text, name }];
  const attempt = readAttempt(form);
  const returned = form.key ?? '';
  if (isLate(form)) {
    const found = attempt && (await callFor(c, 'findReport', { ...typed, hash, attempt }));
    if (found && 'secret' in found && found.secret) return toConversation(c, visitor, found.secret);
    const refusal = found instanceof Refusal ? found : perhapsSent(form, translationsIn(visitor.caller.language));
    return showItemPage(c, hash, { typed, key: form.key, returned, refusal });
  }
  const { key, ofForm } = readIdempotencyKey(form, visitor);
  const data = { ...typed, hash, key, attempt, secrets: visitor.ownSecrets };
  const result = await callFor(c, 'reportFound', data, form.website ? { heldReason: 'hidden-field' } : {});
  if (result instanceof Refusal) return showItemPage(c, hash, { typed, key: ofForm, returned, refusal: result });
  return toConversation(c, visitor, result.secret);
});

function toConversation(c: SiteContext, visitor: Visitor, secret: string): Response {
  rememberConversation(c, visitor, { secret, as: 'own' });
  return c.redirect(conversationPath(secret), 303);
}

export const sayWhose = onForm(async (c, { secret = '', me }) => {
  const visitor = await readVisitor(c);
  if (!visitor.secrets.includes(secret) || visitor.ownSecrets.includes(secret)) return toTag(c);
  if (me === 'yes') return toConversation(c, visitor, secret);
  rememberConversation(c, visitor, { secret, as: 'forgotten' });
  return toTag(c);
});

/** GET of an address to which forms are posted: leads to the tag's page. */
export function toTag(c: SiteContext) {
  return c.redirect(itemPath(hashOf(c)), 303);
}

/** GET /items/{id}: to the page at which its owner reaches the item now; for others to the page of its first tag. */
export async function openItem(c: SiteContext) {
  const id = c.req.param('id') ?? '';
  const own = await callFor(c, 'getItem', { id });
  const item = own instanceof Refusal ? await callFor(c, 'getSharedItem', { id }) : own;
  return c.redirect(itemPath(item instanceof Refusal ? toItemHash(id) : item.hash));
}

export const restoreItem = actOnTag(async (tag, c) => {
  if (tag.state !== 'retired' || !tag.deleted) return undefined;
  const item = await callFor(c, 'undeleteItem', { id: tag.deleted.id });
  return item instanceof Refusal ? item : undefined;
});

/** Has whoever is not signed in do that first. Leads to the tag's page. */
function actOnTag(act: (tag: FunctionOutput<'readTag'>, c: SiteContext) => Promise<Refusal | undefined>) {
  return async (c: SiteContext) => {
    const href = itemPath(hashOf(c));
    const { user } = await readVisitor(c);
    if (!user) return c.redirect(signInPath({ next: href }), 303);
    const { allowed, retryAfter } = await c.var.site.services.limits.take('function-call', user.uid);
    const tag = allowed ? await callFor(c, 'readTag', { hash: hashOf(c) }) : undefined;
    const done = tag instanceof Refusal ? undefined : tag && (await act(tag, c));
    const to = allowed ? done : refused('over-limit.calls', { retryAfter });
    if (!to || to.status === 'not-found') return c.redirect(href, 303);
    return showPage(c, ({ t }) =>
      refusalPage(t, to, { title: t('screen.notSent'), action: { label: t('screen.backToForm'), href } }),
    );
  };
}

type Failure = {
  typed: Typed;
  key: string | undefined;
  returned: string;
  refusal: Refusal;
};

function showItemPage(c: SiteContext, hash: string, failure?: Failure): Promise<Response> {
  const formCookie = renewedFormCookie(c.req.header('cookie'), c.var.site);
  if (formCookie) c.header('Set-Cookie', formCookie, { append: true });
  return showPage(c, async (context, { secrets, ownSecrets }) => {
    const { typed, key, returned, refusal } = failure ?? {};
    const tag = await callFor(c, 'readTag', { hash, secrets });
    if (tag instanceof Refusal)
      return { ...withUnsent(context, unknownTag(context, fromItemHash(hash)), typed?.text), refusal };
    if (tag.state === 'moved' && !failure) return { movedTo: itemPath(tag.hash) };
    const ownPage = ownTagPage(context, tag, hash);
    // A refusal's status: the page's script would take 200 for sent.
    if (ownPage) return { ...ownPage, refusal };
    if (tag.state !== 'active' && tag.state !== 'reserved') {
      const tapped = answerOf({ ...typed });
      const unsent = typed?.text || (tapped && context.t(`answer.${tapped}`));
      const said = refusal?.details?.reason === 'too-old' ? 'perhapsSentText' : 'notSentText';
      const shown = withUnsent(context, unusableTagPage(context, tag, hash, ownSecrets), unsent, said);
      return { ...withWaiting(shown, hash, returned), refusal };
    }
    const { code, own } = tag;
    const { item, sharedBy, secret } = tag.state === 'active' ? tag : { ...unnamed, item: unnamedItem(code) };
    // Owners and those who share the item see what finders see, and send nothing to themselves.
    const isPreview = own || sharedBy !== undefined;
    if (c.req.method !== 'POST' && tag.state === 'active' && !isPreview)
      recordScan(c.env.incoming, { hash, own: false }, c.var.site);
    const isOwn = secret !== undefined && ownSecrets.includes(secret);
    const props = {
      hash,
      code,
      item,
      isPreview,
      conversationPath: isOwn ? conversationPath(secret) : undefined,
      openedSecret: isOwn ? undefined : secret,
      idempotencyKey: key,
      typed,
      errors: errorsOf(refusal, context.t),
      returned,
    };
    return {
      forStranger: isPreview,
      shared: true,
      path: itemPath(hash),
      refusal,
      metadata: itemMetadata(context, item, hash),
      drawnFrom: props,
      body: <FinderItemPage context={context} {...props} />,
    };
  });
}

const unnamed = { sharedBy: undefined, secret: undefined };

const hashOf = (c: SiteContext) => c.req.param('hash') ?? '';

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
    publishedIn: null,
    scam: null,
  };
}
