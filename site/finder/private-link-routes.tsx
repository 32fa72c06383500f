import { randomUUID } from 'node:crypto';
import { Refusal, refusalInWords } from '../../functions/define.ts';
import type { FunctionOutput } from '../../functions/list.ts';
import { incomingFile } from '../../functions/received-file.ts';
import { conversationPath, conversationRepliesPath, conversationStepPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import type { PageContext } from '../document/page.ts';
import { type Moved, type PageResult, showPage } from '../document/show-page.tsx';
import { formNotRead, onForm, refusalPage, unknownConversation } from '../document/system.tsx';
import { readAttempt } from '../http/forms.ts';
import { fileOfForm, isMultipart, multipartType } from '../http/multipart-file.ts';
import { answerPicture } from '../http/send-file.ts';
import { callFor, type SiteContext, secretOf } from '../http/visitor.ts';
import { conversationMetadata } from './conversation.tsx';
import { showConversationPage } from './conversation-routes.tsx';
import { PlacePage, placeMetadata } from './details-form.tsx';
import { AskPage, isLate } from './form-here.tsx';

const toConversation = (c: SiteContext, done = '') => c.redirect(conversationPath(secretOf(c)) + done, 303);
const backToConversation = ({ t }: PageContext, c: SiteContext) => ({
  label: t('screen.backToConversation'),
  href: conversationPath(secretOf(c)),
});

/** GET /conversation/{secret}/place: where the finder says where the thing is. The one page of a finder that may ask the device. */
export function showPlace(c: SiteContext) {
  return showOwnPage(c, (context, secret, conversation) => {
    if (conversation.state !== 'open') return { movedTo: conversationPath(secret), forNow: true };
    const page = { context, secret, conversation, idempotencyKey: randomUUID() };
    return { asksPosition: true, metadata: placeMetadata(context), body: <PlacePage {...page} /> };
  });
}

/** POST /conversation/{secret}/pictures?key=…: a picture, as a form with a file sends it, also without scripts. With `late` only whether it is here. */
export async function sendPictureForm(c: SiteContext) {
  if (!isMultipart(c.req.raw)) {
    const refusal = { status: 415, reason: 'wrongType', type: multipartType } as const;
    return showPage(c, (context) => formNotRead(context.t, refusal, backToConversation(context, c)));
  }
  const key = c.req.query('key') || randomUUID();
  await using file = incomingFile(c.req.raw, fileOfForm);
  const data = { secret: secretOf(c), key, attempt: readAttempt(c.req.query()), isLate: isLate(c.req.query()) };
  const refusal = await callFor(c, 'sendPicture', data, { receiveFile: file.receive });
  if (refusal instanceof Refusal) return showConversationPage(c, { form: 'picture', key, refusal });
  return toConversation(c);
}

export async function showOwnPicture(c: SiteContext) {
  const { secret, id } = c.req.param();
  const size = c.req.param('size')?.replace('.webp', '');
  const picture = await callFor(c, 'readOwnSentPicture', { secret, id, size });
  if (picture instanceof Refusal) return c.text('', picture.status === 'unavailable' ? 503 : 404);
  return answerPicture(c, picture.bytes, `${id}-${size}`);
}

/** GET of what its forms are sent to, as “Try again”, or a browser that opens a refused form again, asks: the form is there. */
export function toOwnConversation(c: SiteContext) {
  return toConversation(c);
}

export const askReplies = onForm(
  async (c, { email }) => {
    const refusal = await callFor(c, 'askReplyMails', { secret: secretOf(c), email });
    if (refusal instanceof Refusal) return showConversationPage(c, { form: 'replies', email, refusal });
    return toConversation(c, '?asked');
  },
  { label: 'screen.backToConversation', href: (c) => conversationPath(secretOf(c)) },
);

export function showDeletion(c: SiteContext, refusal?: Refusal) {
  return showOwnPage(c, (context, secret, { id, messages }) => {
    const { t } = context;
    const title = t('privateLink.deleteTitle');
    const page = {
      t,
      secret,
      title,
      text: t('privateLink.deleteText'),
      action: conversationStepPath(secret, 'delete'),
    };
    return {
      refusal,
      metadata: { ...conversationMetadata(context, messages), title },
      path: page.action,
      body: (
        <AskPage {...page} forgets={id} error={refusal && refusalInWords(refusal, t).message}>
          <Button variant="danger">{t('privateLink.deleteVerb')}</Button>
        </AskPage>
      ),
    };
  });
}

export async function deleteWords(c: SiteContext) {
  const result = await callFor(c, 'deleteFinderWords', { secret: secretOf(c) });
  return result instanceof Refusal ? showDeletion(c, result) : toConversation(c, '?deleted');
}

/** GET /conversation/{secret}/replies/confirm?code=…, the link in the mail: asks. Programs that look at links change nothing. */
export function askConfirmation(c: SiteContext) {
  return showOwnPage(c, (context, secret, { messages }) => {
    const { t, query } = context;
    const title = t('replies.confirmTitle');
    const action = conversationRepliesPath(secret, 'confirm', query.get('code') ?? '');
    return {
      metadata: { ...conversationMetadata(context, messages), title },
      body: (
        <AskPage {...{ t, secret, title, action }}>
          <Button>{t('replies.confirm')}</Button>
        </AskPage>
      ),
    };
  });
}

export async function confirmReplies(c: SiteContext) {
  const result = await callFor(c, 'confirmReplyMails', { secret: secretOf(c), code: c.req.query('code') });
  return result instanceof Refusal ? showRefusal(c, 'screen.notUnderstood', result) : toConversation(c, '?confirmed');
}

export async function endReplies(c: SiteContext) {
  const result = await callFor(c, 'endReplyMails', { secret: secretOf(c) });
  return result instanceof Refusal ? showRefusal(c, 'replies.mailGoesOn', result) : toConversation(c, '?ended');
}

function showRefusal(c: SiteContext, title: 'screen.notUnderstood' | 'replies.mailGoesOn', refusal: Refusal) {
  return showPage(c, (context) => {
    if (refusal.details?.reason === 'no-conversation') return unknownConversation(context);
    return refusalPage(context.t, refusal, { title: context.t(title), action: backToConversation(context, c) });
  });
}

type OwnPage = Omit<PageResult, 'face' | 'withConversation'>;

function showOwnPage(
  c: SiteContext,
  draw: (context: PageContext, secret: string, read: FunctionOutput<'readFinderConversation'>) => OwnPage | Moved,
): Promise<Response> {
  const secret = secretOf(c);
  return showPage(c, async (context) => {
    const conversation = await callFor(c, 'readFinderConversation', { secret });
    if (conversation instanceof Refusal) return unknownConversation(context);
    const page = draw(context, secret, conversation);
    return 'movedTo' in page ? page : { withConversation: true, ...page };
  });
}
