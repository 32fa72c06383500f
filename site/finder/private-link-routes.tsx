import { randomUUID } from 'node:crypto';
import { Refusal, refusalInWords } from '../../functions/define.ts';
import { call } from '../../functions/list.ts';
import { incomingFile } from '../../functions/received-file.ts';
import { conversationDeletePath, conversationPath } from '../../paths/paths.ts';
import { isRefused } from '../../server/http/read-body.ts';
import type { PageContext } from '../document/page.ts';
import { type Moved, type PageResult, showPage } from '../document/show-page.tsx';
import { formNotRead, unknownConversation } from '../document/system.tsx';
import { readAttempt, readTypedForm } from '../http/forms.ts';
import { fileOfForm, isMultipart, multipartType } from '../http/multipart-file.ts';
import { answerPicture, sayWhenToRetry, statusOf } from '../http/send-file.ts';
import type { Site } from '../http/site.ts';
import { readVisitor, type SiteContext } from '../http/visitor.ts';
import { conversationMetadata } from './conversation.tsx';
import { showConversationPage } from './conversation-routes.tsx';
import { DeletionPage } from './deletion.tsx';
import { PlacePage, placeMetadata } from './details-form.tsx';
import { isLate } from './form-here.tsx';

/** GET /conversation/{secret}/place: where the finder says where the thing is. The one page of a finder that may ask the device. */
export function showPlace(site: Site) {
  return (c: SiteContext) =>
    showOwnPage(c, site, (context, secret, conversation) => {
      if (conversation.state !== 'open') return { movedTo: conversationPath(secret), forNow: true };
      const page = { context, secret, conversation, idempotencyKey: randomUUID() };
      return {
        face: 'finder',
        withConversation: true,
        asksPosition: true,
        metadata: placeMetadata(context),
        body: <PlacePage {...page} />,
      };
    });
}

/** POST /conversation/{secret}/pictures?key=…: a picture, as a form with a file sends it, also without scripts. With `late` only whether it is here. */
export function sendPictureForm(site: Site) {
  return async (c: SiteContext) => {
    const secret = c.req.param('secret') ?? '';
    const toConversation = conversationPath(secret);
    if (!isMultipart(c.req.raw)) {
      const refusal = { status: 415, reason: 'wrongType', type: multipartType } as const;
      return showPage(c, site, ({ t }) =>
        formNotRead(t, refusal, { label: t('screen.backToConversation'), href: toConversation }),
      );
    }
    const { caller } = await readVisitor(c, site);
    const key = c.req.query('key') || randomUUID();
    const attempt = readAttempt(c.req.query());
    await using file = incomingFile(c.req.raw, fileOfForm);
    const data = { secret, key, attempt, isLate: isLate(c.req.query()) };
    const sent = await call('sendPicture', { ...caller, receiveFile: file.receive }, data, site.services);
    if (sent instanceof Refusal) return showConversationPage(c, site, { form: 'picture', key, refusal: sent });
    return c.redirect(toConversation, 303);
  };
}

export function showOwnPicture(site: Site) {
  return async (c: SiteContext) => {
    const { secret, id } = c.req.param();
    const size = c.req.param('size')?.replace('.webp', '');
    const { caller } = await readVisitor(c, site);
    const picture = await call('readOwnSentPicture', caller, { secret, id, size }, site.services);
    if (picture instanceof Refusal) return c.text('', picture.status === 'unavailable' ? 503 : 404);
    return answerPicture(c, picture.bytes, `${id}-${size}`);
  };
}

/** GET of what its forms are sent to, as “Try again”, or a browser that opens a refused form again, asks: the form is there. */
export function toOwnConversation(c: SiteContext) {
  return c.redirect(conversationPath(c.req.param('secret') ?? ''), 303);
}

const mails = {
  mailPrivateLink: { form: 'mail', done: 'mailed' },
  askReplyMails: { form: 'replies', done: 'asked' },
} as const;

export function mailFinder(site: Site, name: keyof typeof mails) {
  return async (c: SiteContext) => {
    const secret = c.req.param('secret') ?? '';
    const typed = await readTypedForm(c);
    if (isRefused(typed)) {
      const href = conversationPath(secret);
      return showPage(c, site, ({ t }) => formNotRead(t, typed, { label: t('screen.backToConversation'), href }));
    }
    const { caller } = await readVisitor(c, site);
    const { email } = typed;
    const { form, done } = mails[name];
    const result = await call(name, caller, { secret, email }, site.services);
    if (result instanceof Refusal) return showConversationPage(c, site, { form, email, refusal: result });
    return c.redirect(`${conversationPath(secret)}?${done}`, 303);
  };
}

export function showDeletion(site: Site) {
  return (c: SiteContext) => showDeletionPage(c, site);
}

export function deleteWords(site: Site) {
  return async (c: SiteContext) => {
    const secret = c.req.param('secret') ?? '';
    const { caller } = await readVisitor(c, site);
    const result = await call('deleteFinderWords', caller, { secret }, site.services);
    if (result instanceof Refusal) return showDeletionPage(c, site, result);
    return c.redirect(`${conversationPath(secret)}?deleted`, 303);
  };
}

function showDeletionPage(c: SiteContext, site: Site, refusal?: Refusal): Promise<Response> {
  if (refusal) sayWhenToRetry(c, refusal);
  return showOwnPage(c, site, (context, secret, conversation) => ({
    face: 'finder',
    withConversation: true,
    ...(refusal && { status: statusOf(refusal) }),
    metadata: {
      ...conversationMetadata(context, conversation.messages),
      title: context.t('privateLink.deleteTitle'),
    },
    path: conversationDeletePath(secret),
    body: (
      <DeletionPage
        context={context}
        secret={secret}
        conversationId={conversation.id}
        error={refusal && refusalInWords(refusal, context.t).message}
      />
    ),
  }));
}

type Conversation = Exclude<Awaited<ReturnType<typeof read>>, Refusal>;

export function showOwnPage(
  c: SiteContext,
  site: Site,
  draw: (context: PageContext, secret: string, conversation: Conversation) => PageResult | Moved,
): Promise<Response> {
  const secret = c.req.param('secret') ?? '';
  return showPage(c, site, async (context, { caller }) => {
    const conversation = await read(secret, caller, site);
    return conversation instanceof Refusal ? unknownConversation(context) : draw(context, secret, conversation);
  });
}

function read(secret: string, caller: Parameters<typeof call>[1], { services }: Site) {
  return call('readFinderConversation', caller, { secret }, services);
}
