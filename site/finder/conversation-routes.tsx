import { randomUUID } from 'node:crypto';
import { Refusal, refusalInWords } from '../../functions/define.ts';
import { messageOfBodyRefusal } from '../../functions/refused.ts';
import { translationsIn } from '../../language/languages.ts';
import { conversationPath } from '../../paths/paths.ts';
import { isRefused } from '../../server/http/read-body.ts';
import { showPage } from '../document/show-page.tsx';
import { onForm, systemPage, unknownConversation, withUnsent } from '../document/system.tsx';
import { readAttempt, readTypedForm } from '../http/forms.ts';
import { errorsOf, sayWhenToRetry, statusOf } from '../http/send-file.ts';
import { callFor, readVisitor, rememberConversation, type SiteContext, secretOf } from '../http/visitor.ts';
import { ConversationPage, conversationMetadata } from './conversation.tsx';
import { conversationDone, type RefusedForm } from './conversation-state.ts';
import { detailsIn, typedText } from './details-form.tsx';
import { answerOf, isLate } from './form-here.tsx';

export const sendAnswer = onForm(
  async (c, form) => {
    const { answer, text, upTo, key = randomUUID() } = form;
    const details = detailsIn(form);
    const sent = { answer, text, key, attempt: readAttempt(form), upTo: upTo || undefined, isLate: isLate(form) };
    const refusal = await callFor(c, 'answerOwner', { secret: secretOf(c), ...sent, ...(details && { details }) });
    if (!(refusal instanceof Refusal)) return c.redirect(c.req.path, 303);
    const { caller } = await readVisitor(c);
    const tapped = answerOf(form);
    const answered = tapped && translationsIn(caller.language)(`answer.${tapped}`);
    const typed = details ? ({ form: 'details', details: form } as const) : ({ form: 'words' } as const);
    return showConversationPage(c, { ...typed, text, answered, key, refusal });
  },
  { label: 'screen.backToConversation' },
);

type ScriptCall = 'markFinderConversationRead' | 'releaseMessage' | 'addReplyDevice' | 'removeReplyDevice';

/** POST by a page's script: answers in JSON, with 204 where there is nothing to say, and in words why something is refused. */
export function onScript(name: ScriptCall) {
  return async (c: SiteContext) => {
    c.header('Cache-Control', 'no-store');
    const form = await readTypedForm(c);
    const t = translationsIn((await readVisitor(c)).caller.language);
    if (isRefused(form)) return c.text(t.say(messageOfBodyRefusal(form)), form.status);
    const result = await callFor(c, name, { ...form, secret: secretOf(c) });
    if (!(result instanceof Refusal)) return Object.keys(result).length > 0 ? c.json(result) : c.body(null, 204);
    sayWhenToRetry(c, result);
    return c.text(refusalInWords(result, t).message, statusOf(result) as 400);
  };
}

/** GET /conversation/{secret}/challenge: work for the page's script, when one of the messages is held; 204 when none is. */
export async function askChallenge(c: SiteContext) {
  c.header('Cache-Control', 'no-store');
  const asked = await callFor(c, 'readChallenge', { secret: secretOf(c) });
  if (asked instanceof Refusal) return c.body(null, statusOf(asked) as 404);
  return asked.challenge === null ? c.body(null, 204) : c.json({ challenge: asked.challenge });
}

type Failure = Omit<RefusedForm, 'errors'> & { refusal: Refusal };

export function showConversationPage(c: SiteContext, failure?: Failure): Promise<Response> {
  const secret = secretOf(c);
  return showPage(c, async (context, visitor) => {
    const { t } = context;
    const { after, since } = c.req.query();
    const { key, refusal, ...refused } = failure ?? {};
    const read = (request: object) => callFor(c, 'readFinderConversation', { secret, ...request });
    const news = since ? await read({ since }) : undefined;
    const isPart = news !== undefined && !(news instanceof Refusal) && !news.next;
    const conversation = isPart ? news : await read({ after });
    if (conversation instanceof Refusal) {
      if (conversation.details?.reason === 'bad-cursor') {
        const action = { label: t('conversation.toNewest'), href: conversationPath(secret) };
        const [title, text] = [t('conversation.notFoundTitle'), t('conversation.notFoundText')];
        return systemPage(t, { status: 400, title, text, action });
      }
      const unsent = typedText({ ...failure?.details, text: failure?.text });
      return { ...withUnsent(context, unknownConversation(context), unsent), refusal };
    }
    rememberConversation(c, visitor, { secret, as: 'opened' });
    const isOpen = conversation.state === 'open' && after === undefined;
    const notifications = isOpen ? await callFor(c, 'readReplyNotifications', { secret }) : undefined;
    const errors = errorsOf(refusal, t);
    return {
      withConversation: true,
      path: conversationPath(secret),
      refusal,
      metadata: conversationMetadata(context, conversation.messages),
      body: (
        <ConversationPage
          {...{ context, secret, conversation }}
          notifications={notifications instanceof Refusal ? undefined : notifications}
          isEarlier={after !== undefined}
          isRemembered={visitor.ownSecrets.includes(secret)}
          since={isPart ? since : undefined}
          idempotencyKey={key ?? randomUUID()}
          refused={errors && 'form' in refused ? { ...refused, key, errors } : undefined}
          done={conversationDone.find((done) => context.query.has(done))}
        />
      ),
    };
  });
}
