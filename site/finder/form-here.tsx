import type { ReactNode } from 'react';
import type { Translations } from '../../language/create-translations.ts';

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
