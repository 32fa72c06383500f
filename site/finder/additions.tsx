import type { ReactNode } from 'react';
import { pictureTypes } from '../../domain/files/contract/limits.ts';
import { conversationPicturesPath, conversationStepPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Field, fieldAttributes } from '../../ui/fields.tsx';
import { LinkLine } from '../document/link-line.tsx';
import { type ConversationPageProps, isPictureAsked, returnedIn } from './conversation-state.ts';

/** Hidden once nothing more can be sent. The script then sends what waits on the phone by it, and the page says that it was refused. */
export function PictureForm(props: ConversationPageProps) {
  const { context, secret, conversation, idempotencyKey, refused } = props;
  const { t } = context;
  const isOver = conversation.state !== 'open';
  const isRefused = refused?.form === 'picture' && !isOver;
  const error = isRefused ? Object.values(refused.errors).join(' ') : undefined;
  const form = (
    <Folded
      name="picture"
      title={t('sentPicture.add')}
      isOpen={isRefused || (!isOver && isPictureAsked(conversation.messages))}
    >
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

export function LinkActions({ context: { t }, secret, conversation }: ConversationPageProps) {
  return (
    <div className="found-part" data-links="">
      {conversation.hasWords && (
        <LinkLine href={conversationStepPath(secret, 'delete')}>{t('privateLink.delete')}</LinkLine>
      )}
      <LinkLine href={conversationStepPath(secret, 'report')}>{t('tagReport.link')}</LinkLine>
    </div>
  );
}

type FoldedProps = { name: string; title: string; isOpen?: boolean; children: ReactNode };

/** The page's script finds it again by its name, to put it where it stands after an answer. */
function Folded({ name, title, isOpen = false, children }: FoldedProps) {
  return (
    <details className="found-part" open={isOpen} data-fold={name}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

type FoldedOnceAnsweredProps = Omit<FoldedProps, 'title'> & { heading: string; title: string; isFolded: boolean };

/** With an answer no heading competes: then it is folded. */
export function FoldedOnceAnswered({ heading, isFolded, children, ...folded }: FoldedOnceAnsweredProps) {
  if (isFolded) return <Folded {...folded}>{children}</Folded>;
  const id = `${folded.name}-heading`;
  return (
    <section className="found-part" aria-labelledby={id} data-fold={folded.name}>
      <h2 id={id}>{heading}</h2>
      {children}
    </section>
  );
}
