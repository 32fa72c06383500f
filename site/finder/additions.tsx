import type { ReactNode } from 'react';
import { pictureTypes } from '../../domain/files/contract/limits.ts';
import type { Translations } from '../../language/create-translations.ts';
import { conversationPicturesPath, conversationStepPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Field, fieldAttributes, TextField } from '../../ui/fields.tsx';
import { type ConversationPageProps, isPictureAsked, type RefusedForm, returnedIn } from './conversation-state.ts';
import { FormHere } from './form-here.tsx';

/** Hidden once nothing more can be sent. The script then sends what waits on the phone by it, and the page says that it was refused. */
export function PictureForm(props: ConversationPageProps) {
  const { context, secret, conversation, idempotencyKey, refused } = props;
  const { t } = context;
  const isOver = conversation.state !== 'open';
  const isRefused = refused?.form === 'picture' && !isOver;
  const error = isRefused ? Object.values(refused.errors).join(' ') : undefined;
  const form = (
    <Folded title={t('sentPicture.add')} isOpen={isRefused || (!isOver && isPictureAsked(conversation.messages))}>
      <form
        id="send-picture"
        method="post"
        action={conversationPicturesPath(secret, idempotencyKey)}
        encType="multipart/form-data"
        data-picture={`picture-${conversation.id}`}
        data-returned={returnedIn(props)}
      >
        <Field id="picture" label={t('sentPicture.choose')} hint={t('sentPicture.hint')} error={error}>
          <input
            type="file"
            name="picture"
            accept={pictureTypes}
            required
            {...fieldAttributes('picture', true, error)}
          />
        </Field>
        <Button>{t('sentPicture.send')}</Button>
        <p
          className="alert alert-info"
          role="status"
          hidden
          data-progress={t('sentPicture.sending', { percent: '{percent}' })}
          data-waiting={t('sentPicture.waiting')}
          data-not-now={t('sentPicture.notNow')}
          data-unkept={t('sentPicture.unkept')}
          data-late={isOver ? undefined : t('sentPicture.waited')}
        />
      </form>
    </Folded>
  );
  return isOver ? <div hidden>{form}</div> : form;
}

export function LinkActions({ context: { t }, secret, conversation, refused }: ConversationPageProps) {
  return (
    <>
      <Folded title={t('privateLink.mail')} isOpen={refused?.form === 'mail'}>
        <EmailForm
          t={t}
          action={conversationStepPath(secret, 'mail')}
          hint={t('privateLink.mailHint')}
          send={t('privateLink.mailSend')}
          refused={refused?.form === 'mail' ? refused : undefined}
        />
      </Folded>
      {conversation.hasWords && (
        <p>
          <a href={conversationStepPath(secret, 'delete')}>{t('privateLink.delete')}</a>
        </p>
      )}
      <p>
        <a href={conversationStepPath(secret, 'report')}>{t('tagReport.link')}</a>
      </p>
    </>
  );
}

type EmailFormProps = {
  t: Translations;
  id?: string;
  action: string;
  hint: string;
  send: string;
  refused: RefusedForm | undefined;
};

export function EmailForm({ t, id = 'email', action, hint, send, refused }: EmailFormProps) {
  return (
    <FormHere t={t} action={action}>
      <TextField
        id={id}
        name="email"
        type="email"
        label={t('privateLink.mailLabel')}
        hint={hint}
        autoComplete="email"
        dir="ltr"
        aria-required
        defaultValue={refused?.email}
        error={refused && Object.values(refused.errors).join(' ')}
      />
      <Button variant="secondary">{send}</Button>
    </FormHere>
  );
}

export function Folded({ title, isOpen = false, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <details className="found-part" open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
