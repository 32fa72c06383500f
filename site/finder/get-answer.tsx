import type { FunctionOutput } from '../../functions/list.ts';
import { conversationPath, conversationRepliesPath } from '../../paths/paths.ts';
import { ActionButton, Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { PageCopyButton } from '../document/copy-button.tsx';
import type { PageContext } from '../document/page.ts';
import { FoldedOnceAnswered } from './additions.tsx';
import { type ConversationPageProps, hasAnswer } from './conversation-state.ts';
import { FormHere } from './form-here.tsx';

/** How the finder learns of the answer: each way beside the others. Folded once the owner answered. */
export function GetAnswer(props: ConversationPageProps) {
  const { context, conversation, notifications, refused, isRemembered, done } = props;
  const { t } = context;
  return (
    <FoldedOnceAnswered
      name="get-answer"
      heading={t('replies.get')}
      title={t('replies.title')}
      isFolded={hasAnswer(conversation.messages)}
      isOpen={refused?.form === 'replies' || done === 'asked' || done === 'confirmed'}
    >
      <p>
        {t.rich('conversation.keepLink')} {isRemembered && t('conversation.rescan')}
      </p>
      {notifications && <MailsAre t={t} {...notifications} />}
      <div className="ways">
        {notifications && <ByEmail {...props} mail={notifications.mail} />}
        {notifications && <OnThisPhone {...props} notifications={notifications} />}
        <PageCopyButton t={t} label={t('conversation.copy')} />
      </div>
      <PrivateLink {...props} />
    </FoldedOnceAnswered>
  );
}

type Notifications = FunctionOutput<'readReplyNotifications'>;

/** What was asked, and what comes next. */
function MailsAre({ t, mail, unconfirmedAddress }: Notifications & Pick<PageContext, 't'>) {
  if (mail === 'off') return null;
  return (
    <p className={mail === 'on' ? 'alert alert-success' : 'alert alert-info'} role="status">
      <span>
        {unconfirmedAddress && (
          <>
            <strong className="wrap-anywhere">
              <bdi>{unconfirmedAddress}</bdi>
            </strong>
            <br />
          </>
        )}
        {t(mail === 'on' ? 'privateLink.confirmed' : 'privateLink.asked')}
      </span>
    </p>
  );
}

function ByEmail({ context: { t }, secret, refused, mail }: ConversationPageProps & Pick<Notifications, 'mail'>) {
  const typed = refused?.form === 'replies' ? refused : undefined;
  return (
    <details open={Boolean(typed)}>
      <summary className="button button-secondary">{t('replies.byEmail')}</summary>
      <div className="found-part">
        {mail !== 'off' && (
          <FormHere t={t} action={conversationRepliesPath(secret, 'end')}>
            <Button variant="secondary">{t('replies.mailEnd')}</Button>
          </FormHere>
        )}
        {mail !== 'on' && (
          <FormHere t={t} action={conversationRepliesPath(secret)}>
            <TextField
              name="email"
              type="email"
              label={t('privateLink.mailLabel')}
              hint={t('replies.mailHint')}
              autoComplete="email"
              dir="ltr"
              aria-required
              defaultValue={typed?.email}
              error={typed && Object.values(typed.errors).join(' ')}
            />
            <Button variant="secondary">{t('replies.mailSend')}</Button>
          </FormHere>
        )}
      </div>
    </details>
  );
}

type OnThisPhoneProps = ConversationPageProps & { notifications: Notifications };

/** Shown by the page's script where the browser can be told. */
function OnThisPhone({ context: { t }, conversation, notifications: { pushKey, phones } }: OnThisPhoneProps) {
  return (
    <div
      hidden
      data-phone={conversation.id}
      data-push-key={pushKey}
      data-phones={phones.join(' ')}
      data-failed={t('replies.phoneFailed')}
      data-on={t('replies.phoneOn')}
    >
      <ActionButton>{t('replies.phone')}</ActionButton>
      <ActionButton>{t('replies.phoneEnd')}</ActionButton>
      <p role="status" />
    </div>
  );
}

/** The address itself: in sight without scripts, which copy it, else on demand. */
function PrivateLink({ context: { t, publicUrl }, secret }: ConversationPageProps) {
  const path = conversationPath(secret);
  const link = (
    <a className="wrap-anywhere" dir="ltr" href={path}>
      {publicUrl + path}
    </a>
  );
  return (
    <>
      <noscript>{link}</noscript>
      <details data-link="" hidden>
        <summary>{t('conversation.showLink')}</summary>
        <p>{link}</p>
        <ActionButton data-share="" hidden>
          {t('conversation.share')}
        </ActionButton>
      </details>
    </>
  );
}
