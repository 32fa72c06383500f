import type { ReactNode } from 'react';
import { maxFactLength, maxPlaceLength, maxReferenceLength } from '../../domain/items/contract/limits.ts';
import type { ReadyAnswer } from '../../domain/messages/contract/ready-replies.ts';
import type { Translations } from '../../language/create-translations.ts';
import { conversationPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { SendingStatus } from './sending-status.tsx';

/** As it was typed into the form, or put there by the page's script. */
export type TypedDetails = Partial<Record<(typeof detailFields)[number], string>>;

const textFields = ['place', 'openingHours', 'reference'] as const;
const detailFields = [...textFields, 'latitude', 'longitude', 'isExact'] as const;
const ofFields: string[] = textFields.map((name) => `details.${name}`);

export type DetailsFormProps = {
  t: Translations;
  secret: string;
  conversationId: string;
  idempotencyKey: string;
  answer?: ReadyAnswer | undefined;
  typed?: TypedDetails | undefined;
  errors?: Record<string, string> | undefined;
  /** The key of what came back. */
  returned?: string | undefined;
  /** The choice of a position; what was chosen before stays otherwise. */
  children?: ReactNode;
};

/** Asks where the thing is. Sent from any of its places, it is one sending: the queue of unsent ones is by its name. */
export function DetailsForm(props: DetailsFormProps) {
  const { t, secret, conversationId, idempotencyKey, answer, typed = {}, errors = {}, returned, children } = props;
  const others = [
    ...new Set(Object.entries(errors).flatMap(([name, words]) => (ofFields.includes(name) ? [] : words))),
  ];
  // A form without scripts has no way to take it out: it would be refused for ever.
  const isPositionRefused = Object.keys(errors).some((name) => name.startsWith('details.position'));
  const field = (name: (typeof textFields)[number], maxLength: number) => (
    <TextField
      name={name}
      label={t(`details.${name}`)}
      maxLength={maxLength}
      defaultValue={typed[name]}
      error={errors[`details.${name}`]}
    />
  );
  return (
    <form
      method="post"
      action={conversationPath(secret)}
      data-keep={`details-${conversationId}`}
      data-returned={returned}
    >
      <input type="hidden" name="key" value={idempotencyKey} />
      {others.length > 0 && (
        <p className="alert alert-error" role="alert">
          {others.join(' ')}
        </p>
      )}
      <p className="found-small">{t('details.optional')}</p>
      {field('place', maxPlaceLength)}
      {answer !== 'have' && answer !== 'saw-here' && (
        <>
          {field('openingHours', maxFactLength)}
          {field('reference', maxReferenceLength)}
        </>
      )}
      {children ?? (isPositionRefused ? null : <ChosenPosition t={t} typed={typed} />)}
      <Button>{t('details.send')}</Button>
      <SendingStatus />
    </form>
  );
}

function ChosenPosition({ t, typed }: { t: Translations; typed: TypedDetails }) {
  const { latitude, longitude, isExact } = typed;
  if (!latitude || !longitude) return null;
  return (
    <>
      <p>{t(isExact === 'true' ? 'details.exact' : 'details.area', { position: `${latitude}, ${longitude}` })}</p>
      {(['latitude', 'longitude', 'isExact'] as const).map(
        (name) => typed[name] && <input key={name} type="hidden" name={name} value={typed[name]} />,
      )}
    </>
  );
}

/** What was typed and is not sent, for one who has to copy it elsewhere. */
export function typedText(form: TypedDetails & { text?: string | undefined }): string {
  return (['text', ...textFields] as const).flatMap((name) => form[name] || []).join(' · ');
}

/** The details in a form; undefined when it has none of their fields. */
export function detailsIn(form: Record<string, string>): object | undefined {
  if (!detailFields.some((name) => name in form)) return undefined;
  const { place, openingHours, reference, latitude, longitude, isExact } = form;
  const isChosen = Boolean(latitude || longitude);
  const position = isChosen
    ? { latitude: numberIn(latitude), longitude: numberIn(longitude), isExact: isExact === 'true' }
    : null;
  return { place, openingHours, reference, position };
}

const numberIn = (text = '') => (text.trim() === '' ? Number.NaN : Number(text));
