import type { FunctionOutput } from '../../functions/list.ts';
import type { Translations } from '../../language/create-translations.ts';
import { conversationPath, conversationRepliesPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import type { PageContext } from '../document/page.ts';
import { Folded } from './additions.tsx';
import { FormHere } from './form-here.tsx';

export type ReplyNotificationsProps = {
  t: Translations;
  secret: string;
  conversationId: string;
  notifications: FunctionOutput<'readReplyNotifications'>;
  email?: string | undefined;
  error?: string | undefined;
};

export function ReplyNotificationsForm({
  t,
  secret,
  conversationId,
  notifications,
  email,
  error,
}: ReplyNotificationsProps) {
  return (
    <Folded title={t('replies.title')} isOpen={error !== undefined}>
      {notifications.mail !== 'off' && (
        <FormHere t={t} action={conversationRepliesPath(secret, 'end')}>
          <p>{t(notifications.mail === 'on' ? 'privateLink.confirmed' : 'privateLink.asked')}</p>
          <Button variant="secondary">{t('replies.mailEnd')}</Button>
        </FormHere>
      )}
      {notifications.mail !== 'on' && (
        <FormHere t={t} action={conversationRepliesPath(secret)}>
          <TextField
            id="replies-email"
            name="email"
            type="email"
            label={t('privateLink.mailLabel')}
            hint={t('replies.mailHint')}
            autoComplete="email"
            dir="ltr"
            aria-required
            defaultValue={email}
            error={error}
          />
          <Button variant="secondary">{t('replies.mailSend')}</Button>
        </FormHere>
      )}
      <div
        className="found-part"
        hidden
        data-phone={conversationId}
        data-push-key={notifications.pushKey}
        data-phones={notifications.phones.join(' ')}
        data-failed={t('replies.phoneFailed')}
        data-on={t('replies.phoneOn')}
      >
        <p role="status" />
        <Button type="button" variant="secondary">
          {t('replies.phone')}
        </Button>
        <Button type="button" variant="secondary">
          {t('replies.phoneEnd')}
        </Button>
      </div>
    </Folded>
  );
}

/** Asks once more: programs open the links of mails. */
export function ConfirmRepliesPage({
  context: { t },
  secret,
  code,
}: {
  context: PageContext;
  secret: string;
  code: string;
}) {
  return (
    <div className="found">
      <h1>{t('replies.confirmTitle')}</h1>
      <FormHere t={t} action={conversationRepliesPath(secret, 'confirm', code)}>
        <Button>{t('replies.confirm')}</Button>
      </FormHere>
      <p>
        <a href={conversationPath(secret)}>{t('details.back')}</a>
      </p>
    </div>
  );
}
