import type { ReactNode } from 'react';
import { isTagCode } from '../../domain/items/contract/tag-code.ts';
import { messageOfBodyRefusal } from '../../functions/refused.ts';
import type { Translations } from '../../language/create-translations.ts';
import {
  activatePath,
  contactAboutTagPath,
  editItemPath,
  homePath,
  itemRestoredPath,
  staticPath,
} from '../../paths/paths.ts';
import type { BodyRefusal } from '../../server/http/read-body.ts';
import { Button } from '../../ui/button.tsx';
import { CodeGroups } from '../../ui/code-groups.tsx';
import { dayInWords } from '../../ui/dates.ts';
import { SystemScreen } from '../../ui/system-screen.tsx';
import type { PageResult } from './show-page.tsx';

type InLanguage = { t: Translations };
type SystemPage = {
  status: number;
  title: string;
  text: ReactNode;
  action?: { label: string; href: string } | undefined;
  contact?: string;
  code?: string;
  conversation?: ReactNode;
};

export function systemPage(
  t: Translations,
  { status, title, text, action = toHome(t), contact, code, conversation }: SystemPage,
): PageResult {
  const toOperator = writeToUs(t, code);
  return {
    face: 'finder',
    status,
    metadata: metadata(t, title),
    body: (
      <SystemScreen title={title} text={text} action={action}>
        {conversation}
        {contact !== undefined && (
          <p>
            {contact} <a href={toOperator.href}>{toOperator.label}</a>
          </p>
        )}
      </SystemScreen>
    ),
  };
}

function metadata(t: Translations, title: string) {
  return { title, description: t('screen.description'), keywords: t('screen.keywords'), noindex: true };
}

function writeToUs(t: Translations, code = '') {
  const href = isTagCode(code) ? contactAboutTagPath(code) : staticPath('contact');
  return { label: t('tag.writeToUs'), href };
}

function toHome(t: Translations) {
  return { label: t('screen.toHome'), href: homePath() };
}

export function unknownTag({ t }: InLanguage, code: string): PageResult {
  const action = { label: t('tag.typeCode'), href: homePath('code') };
  return systemPage(t, {
    status: 404,
    title: t('tag.unknownTitle'),
    text: t('tag.unknownText'),
    action,
    contact: t('tag.unknownContact'),
    code,
  });
}

export function unknownConversation({ t }: InLanguage): PageResult {
  const [title, text] = [t('tag.noConversationTitle'), t('tag.noConversationText')];
  return systemPage(t, { status: 404, title, text, contact: '' });
}

/** Of a form that could not be read nothing can be given back. */
export function formNotRead(t: Translations, refusal: BodyRefusal, action: SystemPage['action']): PageResult {
  const text = t.say(messageOfBodyRefusal(refusal));
  return systemPage(t, { status: refusal.status, title: t('screen.notSent'), text, action });
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

export function unassignedTagPage({ t }: InLanguage, code: string): PageResult {
  const title = t('tag.unassignedTitle');
  const text = (
    <>
      {t('tag.unassignedText')} <CodeGroups code={code} />
    </>
  );
  const action = { label: t('tag.activate'), href: activatePath(code) };
  return systemPage(t, { status: 200, title, text, action, contact: t('tag.unassignedFound'), code });
}

export function ownUnassignedTag({ t }: InLanguage, code: string): PageResult {
  const text = (
    <>
      {t('tag.ownUnassignedText')} <CodeGroups code={code} />
    </>
  );
  const action = { label: t('tag.name'), href: activatePath(code) };
  return systemPage(t, { status: 200, title: t('tag.ownUnassignedTitle'), text, action });
}

type UnusableTag = { code: string; conversation: ReactNode };

export function archivedTag({ t }: InLanguage, { code, conversation }: UnusableTag): PageResult {
  const action = writeToUs(t, code);
  return systemPage(t, {
    status: 200,
    title: t('tag.archivedTitle'),
    text: t('tag.archivedText'),
    action,
    conversation,
  });
}

export function ownArchivedTag({ t }: InLanguage, itemId: string): PageResult {
  const action = { label: t('tag.ownArchivedOpen'), href: editItemPath(itemId) };
  return systemPage(t, { status: 200, title: t('tag.ownArchivedTitle'), text: t('tag.ownArchivedText'), action });
}

export function ownDeletedTag({ t }: InLanguage, hash: string, until: string): PageResult {
  const [title, day] = [t('tag.ownDeletedTitle'), dayInWords(until, t)];
  return {
    face: 'finder',
    status: 410,
    metadata: metadata(t, title),
    body: (
      <SystemScreen title={title} text={t('tag.ownDeletedText', { day })}>
        <form method="post" action={itemRestoredPath(hash)}>
          <Button>{t('tag.ownDeletedUndo')}</Button>
        </form>
      </SystemScreen>
    ),
  };
}

export function retiredTag({ t }: InLanguage, { code, conversation }: UnusableTag): PageResult {
  const action = writeToUs(t, code);
  return systemPage(t, { status: 410, title: t('tag.retiredTitle'), text: t('tag.retiredText'), action, conversation });
}

export function frozenTag({ t }: InLanguage, { own, code, conversation }: UnusableTag & { own: boolean }): PageResult {
  const action = writeToUs(t, code);
  const text = t(own ? 'tag.ownFrozenText' : 'tag.frozenText');
  return systemPage(t, { status: 200, title: t('tag.frozenTitle'), text, action, conversation });
}
