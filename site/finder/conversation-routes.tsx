import { randomUUID } from 'node:crypto';
import { Refusal, refusalInWords } from '../../functions/define.ts';
import { call } from '../../functions/list.ts';
import { messageOfBodyRefusal } from '../../functions/refused.ts';
import { translationsIn } from '../../language/languages.ts';
import { conversationPath } from '../../paths/paths.ts';
import { isRefused } from '../../server/http/read-body.ts';
import type { PageContext } from '../document/page.ts';
import { showPage } from '../document/show-page.tsx';
import { formNotRead, systemPage, unknownConversation, withUnsent } from '../document/system.tsx';
import { readAttempt, readTypedForm } from '../http/forms.ts';
import { sayWhenToRetry, statusOf } from '../http/send-file.ts';
import type { Site } from '../http/site.ts';
import { readVisitor, rememberConversation, type SiteContext } from '../http/visitor.ts';
import { ConversationPage, conversationMetadata } from './conversation.tsx';
import type { RefusedForm } from './conversation-state.ts';
import { detailsIn, typedText } from './details-form.tsx';
import { answerOf, isLate } from './form-here.tsx';

export function showConversation(site: Site) {
  return (c: SiteContext) => showConversationPage(c, site);
}

export function sendAnswer(site: Site) {
  return async (c: SiteContext) => {
    const path = c.req.path;
    const form = await readTypedForm(c);
    if (isRefused(form)) {
      return showPage(c, site, ({ t }) => formNotRead(t, form, { label: t('screen.backToConversation'), href: path }));
    }
    const { caller } = await readVisitor(c, site);
    const { answer, key = randomUUID() } = form;
    const attempt = readAttempt(form);
    const secret = c.req.param('secret') ?? '';
    const t = translationsIn(caller.language);
    const upTo = form.upTo || undefined;
    const details = detailsIn(form);
    const data = {
      secret,
      key,
      attempt,
      text: form.text,
      answer,
      upTo,
      isLate: isLate(form),
      ...(details && { details }),
    };
    const tapped = answerOf(form);
    const answered = tapped && t(`answer.${tapped}`);
    const result = await call('answerOwner', caller, data, site.services);
    if (result instanceof Refusal) {
      const typed = details ? ({ form: 'details', details: form } as const) : ({ form: 'words' } as const);
      return showConversationPage(c, site, { ...typed, text: form.text, answered, key, refusal: result });
    }
    return c.redirect(path, 303);
  };
}

export function markSeen(site: Site) {
  return async (c: SiteContext) => {
    c.header('Cache-Control', 'no-store');
    const form = await readTypedForm(c);
    const { caller } = await readVisitor(c, site);
    const t = translationsIn(caller.language);
    if (isRefused(form)) return c.text(t.say(messageOfBodyRefusal(form)), form.status);
    const data = { secret: c.req.param('secret'), upTo: form.upTo };
    const result = await call('markFinderConversationRead', caller, data, site.services);
    if (!(result instanceof Refusal)) return c.body(null, 204);
    sayWhenToRetry(c, result);
    return c.text(refusalInWords(result, t).message, statusOf(result) as 400);
  };
}

/** GET /conversation/{secret}/challenge: work for the page's script, when one of the messages is held; 204 when none is. */
export function askChallenge(site: Site) {
  return async (c: SiteContext) => {
    c.header('Cache-Control', 'no-store');
    const { caller } = await readVisitor(c, site);
    const asked = await call('readChallenge', caller, { secret: c.req.param('secret') }, site.services);
    if (asked instanceof Refusal) return c.body(null, statusOf(asked) as 404);
    return asked.challenge === null ? c.body(null, 204) : c.json({ challenge: asked.challenge });
  };
}

export function takeProof(site: Site) {
  return async (c: SiteContext) => {
    c.header('Cache-Control', 'no-store');
    const form = await readTypedForm(c);
    const { caller } = await readVisitor(c, site);
    if (isRefused(form)) return c.body(null, form.status);
    const data = { secret: c.req.param('secret'), proof: form.proof };
    const taken = await call('releaseMessage', caller, data, site.services);
    return taken instanceof Refusal ? c.body(null, statusOf(taken) as 404) : c.json(taken);
  };
}

type Failure = Omit<RefusedForm, 'errors'> & { refusal: Refusal };

export function showConversationPage(c: SiteContext, site: Site, failure?: Failure): Promise<Response> {
  const secret = c.req.param('secret') ?? '';
  if (failure) sayWhenToRetry(c, failure.refusal);
  return showPage(c, site, async (context, visitor) => {
    const { after, since } = c.req.query();
    const read = (request: object) =>
      call('readFinderConversation', visitor.caller, { secret, ...request }, site.services);
    const news = since ? await read({ since }) : undefined;
    const isPart = news !== undefined && !(news instanceof Refusal) && !news.next;
    const conversation = isPart ? news : await read({ after });
    if (conversation instanceof Refusal) {
      const isBadCursor = conversation.details?.reason === 'bad-cursor';
      if (isBadCursor) return noSuchMessages(context, conversationPath(secret));
      return withUnsent(context, unknownConversation(context), typedText({ ...failure?.details, text: failure?.text }));
    }
    rememberConversation(c, visitor, { secret, as: 'opened' }, site);
    const isOpen = conversation.state === 'open' && after === undefined;
    const notifications = isOpen
      ? await call('readReplyNotifications', visitor.caller, { secret }, site.services)
      : undefined;
    const { key, refusal, ...refused } = failure ?? {};
    const said = refusal && refusalInWords(refusal, context.t);
    const errors = said && (said.details?.fields ?? { form: said.message });
    return {
      face: 'finder',
      withConversation: true,
      path: conversationPath(secret),
      status: refusal ? statusOf(refusal) : 200,
      metadata: conversationMetadata(context, conversation.messages),
      body: (
        <ConversationPage
          context={context}
          secret={secret}
          conversation={conversation}
          notifications={notifications instanceof Refusal ? undefined : notifications}
          isEarlier={after !== undefined}
          isRemembered={visitor.ownSecrets.includes(secret)}
          since={isPart ? since : undefined}
          idempotencyKey={key ?? randomUUID()}
          refused={errors && 'form' in refused ? { ...refused, key, errors } : undefined}
          done={doneThings.find((done) => context.query.has(done))}
        />
      ),
    };
  });
}

/** What the address of the page may say was just done. */
const doneThings = ['mailed', 'deleted', 'asked', 'confirmed', 'ended'] as const;

function noSuchMessages({ t }: PageContext, path: string) {
  const action = { label: t('conversation.toNewest'), href: path };
  return systemPage(t, {
    status: 400,
    title: t('conversation.notFoundTitle'),
    text: t('conversation.notFoundText'),
    action,
  });
}
