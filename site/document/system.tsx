import type { ReactNode } from 'react';
import { isTagCode } from '../../domain/items/contract/tag-code.ts';
import { type Refusal, refusalInWords } from '../../functions/define.ts';
import { messageOfBodyRefusal } from '../../functions/refused.ts';
import type { PlainKey, Translations } from '../../language/create-translations.ts';
import { contactAboutTagPath, homePath, staticPath } from '../../paths/paths.ts';
import { type BodyRefusal, isRefused } from '../../server/http/read-body.ts';
import { SystemScreen } from '../../ui/system-screen.tsx';
import { readTypedForm } from '../http/forms.ts';
import type { SiteContext } from '../http/visitor.ts';
import { LinkLine } from './link-line.tsx';
import { type PageResult, showPage } from './show-page.tsx';

type InLanguage = { t: Translations };
type SystemPage = {
  status?: number;
  title: string;
  text?: ReactNode;
  /** Where it leads: home if not said, nowhere if null. */
  action?: { label: string; href: string } | null | undefined;
  /** A link to the operator below the action. */
  contact?: true;
  code?: string;
  children?: ReactNode;
};

export function systemPage(
  t: Translations,
  { status, title, text, action = toHome(t), contact, code, children }: SystemPage,
): PageResult {
  const toOperator = writeToUs(t, code);
  return {
    ...(status && { status }),
    metadata: { title, description: t('screen.description'), keywords: t('screen.keywords'), noindex: true },
    body: (
      <SystemScreen title={title} text={text} action={action}>
        {children}
        {contact && <LinkLine href={toOperator.href}>{toOperator.label}</LinkLine>}
      </SystemScreen>
    ),
  };
}

export function writeToUs(t: Translations, code = '') {
  const href = isTagCode(code) ? contactAboutTagPath(code) : staticPath('contact');
  return { label: t('tag.writeToUs'), href };
}

function toHome(t: Translations) {
  return { label: t('screen.toHome'), href: homePath() };
}

export function unknownConversation({ t }: InLanguage): PageResult {
  const [title, text] = [t('tag.noConversationTitle'), t('tag.noConversationText')];
  return systemPage(t, { status: 404, title, text, contact: true });
}

/** Says in place of the page asked for why something was refused. */
export function refusalPage(t: Translations, refusal: Refusal, page: SystemPage): PageResult {
  return { ...systemPage(t, { text: refusalInWords(refusal, t).message, ...page }), refusal };
}

/** Of a form that could not be read nothing can be given back. */
export function formNotRead(t: Translations, refusal: BodyRefusal, action: SystemPage['action']): PageResult {
  const text = t.say(messageOfBodyRefusal(refusal));
  return systemPage(t, { status: refusal.status, title: t('screen.notSent'), text, action });
}

type Back = { label?: PlainKey; href?: (c: SiteContext) => string; scope?: 'finder' | 'rest' };

/** Answers a form. One that could not be read leads back, to where it was sent from unless `back` says otherwise. */
export function onForm(answer: (c: SiteContext, form: Record<string, string>) => Promise<Response>, back: Back = {}) {
  const { label = 'screen.backToForm', href = ({ req }) => req.path, scope = 'finder' } = back;
  return async (c: SiteContext): Promise<Response> => {
    const form = await readTypedForm(c);
    if (!isRefused(form)) return answer(c, form);
    return showPage(c, ({ t }) => formNotRead(t, form, { label: t(label), href: href(c) }), scope);
  };
}

/** Adds the words that could not be sent: they are the finder's, to be copied elsewhere. */
export function withUnsent(
  { t }: InLanguage,
  shown: PageResult,
  text: string | undefined,
  said: 'notSentText' | 'perhapsSentText' = 'notSentText',
): PageResult {
  if (!text) return shown;
  const body = (
    <>
      {shown.body}
      <p className="wrap wrap-anywhere">{t.rich(`screen.${said}`, { text })}</p>
    </>
  );
  return { ...shown, body };
}
