import type { ReactNode } from 'react';
import { readyAnswers, yesOrNo } from '../../domain/messages/contract/ready-replies.ts';
import type { Refusal } from '../../functions/define.ts';
import { refused } from '../../functions/refused.ts';
import type { Translations } from '../../language/create-translations.ts';
import { useTranslations } from '../../ui/translations-context.ts';

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

export function SendingStatus({
  empty,
}: {
  /** Asks for words, where the form sends nothing without. */ empty?: string;
}) {
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
