import type { ReactNode } from 'react';
import { pictureTypes } from '../../domain/files/contract/limits.ts';
import type { Translations } from '../../language/create-translations.ts';
import {
  conversationDeletePath,
  conversationMailPath,
  conversationPicturesPath,
  conversationPlacePath,
  conversationReportPath,
} from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Field, fieldAttributes, TextField } from '../../ui/fields.tsx';
import { DetailsForm, type DetailsFormProps } from './details-form.tsx';
import { FormHere } from './form-here.tsx';

type DetailsProps = DetailsFormProps & { isAsked: boolean; isOpen: boolean };

/** Where the thing is: asked for after one tap, offered otherwise. */
export function DetailsAnswer({ isAsked, isOpen, ...form }: DetailsProps) {
  const { t, secret, answer } = form;
  const rest = (
    <>
      <DetailsForm {...form} answer={isAsked ? answer : undefined} />
      <p>
        <a href={conversationPlacePath(secret)}>{t('details.toPosition')}</a>
      </p>
    </>
  );
  if (!isAsked || !answer) {
    return (
      <Folded title={t('details.say')} isOpen={isOpen}>
        {rest}
      </Folded>
    );
  }
  return (
    <section className="found-part" aria-labelledby="where">
      <h2 id="where">{t(`details.ask-${answer}`)}</h2>
      {rest}
    </section>
  );
}

type PartProps = { t: Translations; secret: string; error?: string | undefined };

export function PictureForm({
  t,
  secret,
  conversationId,
  idempotencyKey,
  isOpen,
  error,
  returned,
  isOver,
}: PartProps & {
  conversationId: string;
  idempotencyKey: string;
  isOpen: boolean;
  returned?: string | undefined;
  /** Nothing more can be sent. What still waits on the phone is refused then, however late it comes. */
  isOver?: boolean;
}) {
  return (
    <Folded title={t('sentPicture.add')} isOpen={isOpen}>
      <form
        id="send-picture"
        method="post"
        action={conversationPicturesPath(secret, idempotencyKey)}
        encType="multipart/form-data"
        data-picture={`picture-${conversationId}`}
        data-returned={returned}
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
}

type LinkProps = PartProps & { hasWords: boolean; email?: string | undefined };

export function LinkActions({ t, secret, hasWords, email, error }: LinkProps) {
  return (
    <>
      <Folded title={t('privateLink.mail')} isOpen={error !== undefined}>
        <FormHere t={t} action={conversationMailPath(secret)}>
          <TextField
            name="email"
            type="email"
            label={t('privateLink.mailLabel')}
            hint={t('privateLink.mailHint')}
            autoComplete="email"
            dir="ltr"
            aria-required
            defaultValue={email}
            error={error}
          />
          <Button variant="secondary">{t('privateLink.mailSend')}</Button>
        </FormHere>
      </Folded>
      {hasWords && (
        <p>
          <a href={conversationDeletePath(secret)}>{t('privateLink.delete')}</a>
        </p>
      )}
      <p>
        <a href={conversationReportPath(secret)}>{t('tagReport.link')}</a>
      </p>
    </>
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
