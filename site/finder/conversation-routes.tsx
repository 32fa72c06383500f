import { randomUUID } from 'node:crypto';
import { readAsFinder } from '../../domain/messages/finder-side.ts';
import { call, Refusal, refusalInWords } from '../../functions/define.ts';
import { answerOwner } from '../../functions/finder.ts';
import { isRefused } from '../../server/http/read-body.ts';
import { showPage } from '../document/show-page.tsx';
import { formNotRead, unknownConversation } from '../document/system.tsx';
import { readTypedForm } from '../http/form-values.ts';
import { sayWhenToRetry, statusOf } from '../http/refusal-status.ts';
import type { Site } from '../http/site.ts';
import { readVisitor, rememberConversation, type SiteContext } from '../http/visitor.ts';
import { ConversationPage, conversationMetadata } from './conversation.tsx';

/** GET /conversation/{secret}: the finder's private link. */
export function showConversation(site: Site) {
  return (c: SiteContext) => showConversationPage(c, site);
}

/** POST /conversation/{secret}: the finder goes on writing. */
export function sendAnswer(site: Site) {
  return async (c: SiteContext) => {
    const path = c.req.path;
    const form = await readTypedForm(c);
    if (isRefused(form)) {
      return showPage(c, site, ({ t }) => formNotRead(t, form, { label: t('screen.backToConversation'), href: path }));
    }
    const { caller } = await readVisitor(c, site);
    const key = form.key || randomUUID();
    const secret = c.req.param('secret') ?? '';
    const result = await call(answerOwner, caller, { secret, key, text: form.text }, site.installation);
    if (result instanceof Refusal) {
      sayWhenToRetry(c, result);
      return showConversationPage(c, site, { typed: form.text ?? '', key, refusal: result });
    }
    return c.redirect(path, 303);
  };
}

type Failure = { typed: string; key: string; refusal: Refusal };

function showConversationPage(c: SiteContext, site: Site, failure?: Failure): Promise<Response> {
  const secret = c.req.param('secret') ?? '';
  return showPage(c, site, async (context, visitor) => {
    const conversation = await readAsFinder(secret, site.installation);
    if (!conversation) return unknownConversation(context);
    rememberConversation(c, visitor, secret, site);
    const { typed, key, refusal } = failure ?? {};
    const said = refusal && refusalInWords(refusal, context.t);
    return {
      face: 'finder',
      bare: true,
      status: refusal ? statusOf(refusal) : 200,
      metadata: conversationMetadata(context),
      body: (
        <ConversationPage
          context={context}
          secret={secret}
          conversation={conversation}
          sendingKey={key ?? randomUUID()}
          typed={typed}
          error={said && (said.details?.fields?.text ?? said.message)}
        />
      ),
    };
  });
}
