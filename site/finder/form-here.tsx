import type { ReactNode } from 'react';
import { readyAnswers, yesOrNo } from '../../domain/messages/contract/ready-replies.ts';
import type { Refusal } from '../../functions/define.ts';
import { refused } from '../../functions/refused.ts';
import type { Translations } from '../../language/create-translations.ts';
import { conversationPath } from '../../paths/paths.ts';
import { useTranslations } from '../../ui/translations-context.ts';
import { LinkLine } from '../document/link-line.tsx';

type FormHereProps = {
  t: Translations;
  action: string;
  /** The conversation of which the phone forgets what it still wants to send, once this form arrived. */
  forgets?: string;
  children: ReactNode;
};

/** A form of which nothing waits on the phone: where scripts run, the page stays without a network or an answer, and says so. */
export function FormHere({ t, action, forgets, children }: FormHereProps) {
  return (
    <form
      method="post"
      action={action}
      data-here={t('privateLink.noSignal')}
      data-no-answer={t('privateLink.noAnswer')}
      data-sending={t('item.sending')}
      data-forgets={forgets}
    >
      {children}
      <p className="alert alert-info sending-status" role="status" hidden />
    </form>
  );
}

type KeptFormProps = {
  action: string;
  /** Under which the phone keeps what it could not send yet. */
  name: string;
  idempotencyKey: string;
  returned: string | undefined;
  empty?: string;
  children: ReactNode;
};

/** A form that waits on the phone until it is sent: where scripts run, they send it again with its key. */
export function KeptForm({ action, name, idempotencyKey, returned, empty, children }: KeptFormProps) {
  return (
    <form method="post" action={action} data-keep={name} data-returned={returned}>
      <input type="hidden" name="key" value={idempotencyKey} />
      {children}
      <SendingStatus empty={empty} />
    </form>
  );
}

/** @param empty asks for words, where the form sends nothing without */
export function SendingStatus({ empty }: { empty?: string | undefined }) {
  const t = useTranslations();
  return (
    <p
      className="alert alert-info sending-status"
      role="status"
      hidden
      data-empty={empty}
      data-sending={t('item.sending')}
      data-waiting={t('item.noSignal')}
      data-not-now={t('item.notNow')}
    />
  );
}

/** What waited on the finder's phone for more than a day is not sent before its writer says that it is still right (decision 018). */
export const isLate = (form: Record<string, string>) => form.late !== undefined;

/** Refuses a sending that is late, when nobody knows whether an earlier try arrived. @returns why it comes back */
export function perhapsSent(form: Record<string, string>, t: Translations): Refusal {
  const answer = answerOf(form);
  if (!answer) return refused('too-old.unsure');
  return refused('too-old.unsureAnswer', { params: { answer: t(`answer.${answer}`) } });
}

export function answerOf({ answer }: Record<string, string>) {
  return [...readyAnswers, ...yesOrNo].find((each) => each === answer);
}

type AskPageProps = {
  t: Translations;
  secret: string;
  title: string;
  text?: string;
  error?: string | undefined;
  action: string;
  /** The conversation of which the phone forgets what it still wants to send. */
  forgets?: string;
  children: ReactNode;
};

/** Asks once more before something is done about a conversation: programs open the links of mails, and deleting is for good. */
export function AskPage({ t, secret, title, text, error, action, forgets, children }: AskPageProps) {
  return (
    <div className="found">
      <h1>{title}</h1>
      {error && (
        <p role="alert">
          <strong>{error}</strong>
        </p>
      )}
      {text && <p>{text}</p>}
      <FormHere t={t} action={action} {...(forgets && { forgets })}>
        {children}
      </FormHere>
      <LinkLine href={conversationPath(secret)}>{t('details.back')}</LinkLine>
    </div>
  );
}
