import { maxTypedCodeLength } from '../../domain/items/contract/limits.ts';
import { inGroups, readTagCode } from '../../domain/items/contract/tag-code.ts';
import { Refusal, refusalInWords } from '../../functions/define.ts';
import { call } from '../../functions/list.ts';
import { staticPath } from '../../paths/paths.ts';
import { isRefused } from '../../server/http/read-body.ts';
import type { PageContext } from '../document/page.ts';
import { showPage } from '../document/show-page.tsx';
import { formNotRead } from '../document/system.tsx';
import { renewedFormCookie } from '../http/form-cookie.ts';
import { readTypedForm } from '../http/form-values.ts';
import { readIdempotencyKey } from '../http/idempotency-key.ts';
import { sayWhenToRetry, statusOf } from '../http/refusal-status.ts';
import type { Site } from '../http/site.ts';
import { readVisitor, type SiteContext } from '../http/visitor.ts';
import { contactPage } from './contact.tsx';
import { drawWords } from './show-words.tsx';

/** GET /contact: with the form to write to the operator. `?sent` thanks. */
export function showContact(site: Site) {
  return (c: SiteContext) => showForm(c, site);
}

/** POST /contact: on failure everything typed comes back. */
export function sendContact(site: Site) {
  return async (c: SiteContext) => {
    const form = await readTypedForm(c);
    if (isRefused(form)) {
      const href = staticPath('contact');
      return showPage(c, site, ({ t }) => formNotRead(t, form, { label: t('screen.backToForm'), href }), 'rest');
    }
    const visitor = await readVisitor(c, site);
    const { topic, text, email, name } = form;
    const typed = { topic, text, email, name };
    const heldReason = form.website ? 'hidden-field' : visitor.caller.heldReason;
    const { key, ofForm } = readIdempotencyKey(form, visitor);
    const result = await call(
      'sendContactRequest',
      { ...visitor.caller, heldReason },
      { ...typed, key },
      site.services,
    );
    if (!(result instanceof Refusal)) return c.redirect(`${staticPath('contact')}?sent#write`, 303);
    sayWhenToRetry(c, result);
    return showForm(c, site, { typed: form, key: ofForm, refusal: result });
  };
}

function aboutTag({ t, query }: PageContext): Record<string, string> {
  const code = readTagCode((query.get('tag') ?? '').slice(0, maxTypedCodeLength));
  return code ? { topic: 'tag', text: `${t('contactPage.aboutTag', { code: inGroups(code) })}\n\n` } : {};
}

type Failure = { typed: Record<string, string>; key: string | undefined; refusal: Refusal };

function showForm(c: SiteContext, site: Site, failure?: Failure): Promise<Response> {
  const formCookie = renewedFormCookie(c.req.header('cookie'), site);
  if (formCookie) c.header('Set-Cookie', formCookie, { append: true });
  const { typed, key, refusal } = failure ?? {};
  return showPage(
    c,
    site,
    async (context) => {
      const said = refusal && refusalInWords(refusal, context.t);
      const errors = said && (said.details?.fields ?? { form: said.message });
      const isSent = context.query.has('sent');
      const form = { typed: typed ?? aboutTag(context), ...(errors && { errors }), idempotencyKey: key, isSent };
      const shown = await drawWords('contact', contactPage(form), context, site);
      return { ...shown, status: refusal ? statusOf(refusal) : 200 };
    },
    'rest',
  );
}
