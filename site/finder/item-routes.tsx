import { randomUUID } from 'node:crypto';
import { toItemHash } from '../../domain/items/contract/item-hash.ts';
import type { markItemLost, markItemReturned } from '../../domain/items/items.ts';
import { findTagPage, type TagPage } from '../../domain/items/tag-page.ts';
import { findConversationAbout } from '../../domain/messages/finder-secret.ts';
import { call, Refusal, refusalInWords } from '../../functions/define.ts';
import { reportFound } from '../../functions/finder.ts';
import { unguessableKey } from '../../functions/inputs.ts';
import { conversationPath, itemPath, signInPath } from '../../paths/paths.ts';
import { isRefused } from '../../server/http/read-body.ts';
import type { PageContext } from '../document/page.ts';
import { type PageResult, showPage } from '../document/show-page.tsx';
import { blankTag, formNotRead, retiredTag, unknownTag, withUnsent } from '../document/system.tsx';
import { renewedFormCookie } from '../http/form-cookie.ts';
import { readTypedForm } from '../http/form-values.ts';
import { sayWhenToRetry, statusOf } from '../http/refusal-status.ts';
import type { Site } from '../http/site.ts';
import { readVisitor, rememberConversation, type SiteContext, type Visitor } from '../http/visitor.ts';
import { ItemPage, itemMetadata, type Typed } from './item.tsx';

/** GET /item/{hash}: the finder's page, with the owner's bar above it when the owner looks. */
export function showItem(site: Site) {
  return async (c: SiteContext) => showItemPage(c, site);
}

/** POST /item/{hash}: the finder's message. On success the finder is sent on to the private link; on failure everything typed comes back. */
export function sendFound(site: Site) {
  return async (c: SiteContext) => {
    const form = await readTypedForm(c);
    if (isRefused(form)) return showPage(c, site, ({ t }) => formNotRead(t, form, backTo(c, t('screen.backToForm'))));
    const visitor = await readVisitor(c, site);
    const { hash, typed } = { hash: c.req.param('hash') ?? '', typed: readTyped(form) };
    const key = keyWithoutCookie(form, visitor);
    const data = { ...typed, hash, key: key ?? wordsAreTheKey, secrets: visitor.secrets };
    const result = await call(reportFound, visitor.caller, data, site.installation);
    if (result instanceof Refusal) {
      sayWhenToRetry(c, result);
      return showItemPage(c, site, { typed, key, refusal: result });
    }
    rememberConversation(c, visitor, result.secret, site);
    return c.redirect(conversationPath(result.secret), 303);
  };
}

/** POST /item/{hash}/lost and /returned: the owner's switch. */
export function switchLost(site: Site, change: typeof markItemLost | typeof markItemReturned) {
  return async (c: SiteContext) => {
    const { user } = await readVisitor(c, site);
    if (!user) return c.redirect(signInPath(), 303);
    const page = await findTagPage(c.req.param('hash') ?? '', site.installation);
    const item = page.state === 'active' ? await change(user, page.item.id, site.installation) : null;
    if (!item) return showPage(c, site, unknownTag);
    return c.redirect(itemPath(toItemHash(item.id)), 303);
  };
}

type Failure = { typed: Typed; key: string | undefined; refusal: Refusal };

function showItemPage(c: SiteContext, site: Site, failure?: Failure): Promise<Response> {
  const formCookie = renewedFormCookie(c.req.header('cookie'), site);
  if (formCookie) c.header('Set-Cookie', formCookie, { append: true });
  const hash = c.req.param('hash') ?? '';
  return showPage(c, site, async (context, visitor): Promise<PageResult> => {
    const page = await findTagPage(hash, site.installation);
    if (page.state !== 'active') return withUnsent(context, tagState(context, page), failure?.typed.text);
    const { code, item } = page;
    const known = await findConversationAbout(item.id, visitor.secrets, site.installation);
    const { typed, key, refusal } = failure ?? {};
    const said = refusal && refusalInWords(refusal, context.t);
    return {
      face: 'finder',
      bare: true,
      shared: true,
      status: refusal ? statusOf(refusal) : 200,
      metadata: itemMetadata(context, item),
      body: (
        <ItemPage
          context={context}
          hash={hash}
          code={code}
          item={item}
          conversationPath={known && conversationPath(known.secret)}
          sendingKey={key}
          typed={typed}
          errors={said && (said.details?.fields ?? { form: said.message })}
        />
      ),
    };
  });
}

function tagState(context: PageContext, page: Exclude<TagPage, { state: 'active' }>): PageResult {
  if (page.state === 'blank') return blankTag(context, page.code);
  return page.state === 'retired' ? retiredTag(context) : unknownTag(context);
}

function readTyped(form: Record<string, string>): Typed {
  return { answer: form.answer, text: form.text, name: form.name };
}

/**
 * Tells one sending from another where the form cookie cannot: by the key of a form that was drawn for this one sender, because what it
 * held could not be sent. A cached page has none, so without cookies two sendings from it are two.
 */
function keyWithoutCookie(form: Record<string, string>, { caller }: Visitor): string | undefined {
  return caller.formNonce ? undefined : (unguessableKey.safeParse(form.key).data ?? randomUUID());
}

/** With a form cookie the same words about the same tag are one sending (double tap, retry, Back and again): they need no other key. */
const wordsAreTheKey = 'the-words-are-the-key-of-this-sending';

function backTo(c: SiteContext, label: string) {
  return { label, href: c.req.path };
}
