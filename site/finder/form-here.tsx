import type { ReactNode } from 'react';
import type { Words } from '../../language/words.ts';

/** A form of which nothing waits on the phone: where scripts run, the page stays without a network or an answer, and says so. */
export function FormHere({ t, action, children }: { t: Words; action: string; children: ReactNode }) {
  return (
    <form
      method="post"
      action={action}
      data-here={t('privateLink.noSignal')}
      data-no-answer={t('privateLink.noAnswer')}
      data-sending={t('item.sending')}
    >
      {children}
      <p className="notice notice-info sending-status" role="status" hidden />
    </form>
  );
}
