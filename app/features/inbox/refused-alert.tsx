import { threadPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { t } from '../../core/document/app-translations.ts';
import { useLocation } from '../../core/navigation/navigation.tsx';
import { whyRefused } from '../../core/outbox/refusals.ts';
import { useOutboxReplies } from '../../core/outbox/use-outbox.ts';

export function RefusedAlert() {
  const { pathname } = useLocation();
  const refused = [...useOutboxReplies().values()].filter(({ refusal }) => refusal !== undefined);
  return refused
    .map((reply) => ({ href: threadPath(reply.about), why: whyRefused(reply) }))
    .filter(({ href }) => href !== pathname)
    .map(({ href, why }) => (
      <div key={href} className="mb-6">
        <Alert tone="error" title={t('unsent.answerNotSent')}>
          <p>
            {why} <a href={href}>{t('unsent.look')}</a>
          </p>
        </Alert>
      </div>
    ));
}
