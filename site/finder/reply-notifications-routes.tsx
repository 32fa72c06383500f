import { Refusal, refusalInWords } from '../../functions/define.ts';
import { call, type OpenFunctionName } from '../../functions/list.ts';
import { translationsIn } from '../../language/languages.ts';
import { conversationPath } from '../../paths/paths.ts';
import { isRefused } from '../../server/http/read-body.ts';
import { showPage } from '../document/show-page.tsx';
import { systemPage, unknownConversation } from '../document/system.tsx';
import { readTypedForm } from '../http/forms.ts';
import { sayWhenToRetry, statusOf } from '../http/send-file.ts';
import type { Site } from '../http/site.ts';
import { readVisitor, type SiteContext } from '../http/visitor.ts';
import { conversationMetadata } from './conversation.tsx';
import { showOwnPage } from './private-link-routes.tsx';
import { ConfirmRepliesPage } from './reply-notifications.tsx';

/** GET /conversation/{secret}/replies/confirm?code=…, the link in the mail: asks. Programs that look at links change nothing. */
export function askConfirmation(site: Site) {
  return (c: SiteContext) =>
    showOwnPage(c, site, (context, secret, conversation) => ({
      face: 'finder',
      withConversation: true,
      metadata: { ...conversationMetadata(context, conversation.messages), title: context.t('replies.confirmTitle') },
      body: <ConfirmRepliesPage context={context} secret={secret} code={context.query.get('code') ?? ''} />,
    }));
}

export function handleConfirmation(site: Site) {
  return async (c: SiteContext) => {
    const secret = c.req.param('secret') ?? '';
    const { caller } = await readVisitor(c, site);
    const data = { secret, code: c.req.query('code') };
    const result = await call('confirmReplyMails', caller, data, site.services);
    if (result instanceof Refusal) return showRefusal(c, site, 'screen.notUnderstood', result);
    return c.redirect(`${conversationPath(secret)}?confirmed`, 303);
  };
}

export function handleUnsubscription(site: Site) {
  return async (c: SiteContext) => {
    const secret = c.req.param('secret') ?? '';
    const { caller } = await readVisitor(c, site);
    const result = await call('endReplyMails', caller, { secret }, site.services);
    if (result instanceof Refusal) return showRefusal(c, site, 'replies.mailGoesOn', result);
    return c.redirect(`${conversationPath(secret)}?ended`, 303);
  };
}

function showRefusal(
  c: SiteContext,
  site: Site,
  title: 'screen.notUnderstood' | 'replies.mailGoesOn',
  refusal: Refusal,
): Promise<Response> {
  sayWhenToRetry(c, refusal);
  return showPage(c, site, (context) => {
    const { t } = context;
    if (refusal.details?.reason === 'no-conversation') return unknownConversation(context);
    return systemPage(t, {
      status: statusOf(refusal),
      title: t(title),
      text: refusalInWords(refusal, t).message,
      action: { label: t('screen.backToConversation'), href: conversationPath(c.req.param('secret') ?? '') },
    });
  });
}

export function changeReplyDevice(site: Site, name: Extract<OpenFunctionName, 'addReplyDevice' | 'removeReplyDevice'>) {
  return async (c: SiteContext) => {
    c.header('Cache-Control', 'no-store');
    const form = await readTypedForm(c);
    const { caller } = await readVisitor(c, site);
    if (isRefused(form)) return c.text('', form.status);
    const { endpoint, p256dh, auth } = form;
    const subscription = name === 'addReplyDevice' ? { endpoint, p256dh, auth } : { endpoint };
    const data = { secret: c.req.param('secret'), ...subscription };
    const result = await call(name, caller, data, site.services);
    if (!(result instanceof Refusal)) return c.body(null, 204);
    return c.text(refusalInWords(result, translationsIn(caller.language)).message, statusOf(result) as 400);
  };
}
