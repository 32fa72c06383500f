import type { ReactNode } from 'react';
import type { Category } from '../../domain/items/contract/categories.ts';
import { maxFactLength, maxPlaceLength, maxReferenceLength } from '../../domain/items/contract/limits.ts';
import { asReadyAnswer, hasOpeningHours, type ReadyAnswer } from '../../domain/messages/contract/ready-replies.ts';
import type { FunctionOutput } from '../../functions/list.ts';
import type { Translations } from '../../language/create-translations.ts';
import { conversationPath } from '../../paths/paths.ts';
import { ActionButton, Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import type { PageMetadata } from '../../ui/page-metadata.ts';
import { LinkLine } from '../document/link-line.tsx';
import { metadataIn, type PageContext } from '../document/page.ts';
import { KeptForm } from './form-here.tsx';

export type TypedDetails = Partial<Record<(typeof detailFields)[number], string>>;

const textFields = ['place', 'openingHours', 'reference'] as const;
const detailFields = [...textFields, 'latitude', 'longitude', 'isExact'] as const;
const ofFields: string[] = textFields.map((name) => `details.${name}`);

type DetailsFormProps = {
  t: Translations;
  secret: string;
  conversationId: string;
  category: Category;
  idempotencyKey: string;
  answer?: ReadyAnswer | undefined;
  typed?: TypedDetails | undefined;
  errors?: Record<string, string> | undefined;
  returned?: string | undefined;
  /** The choice of a position; what was chosen before stays otherwise. */
  children?: ReactNode;
};

/** Asks where the thing is. Sent from any of its places, it is one sending: the queue of unsent ones is by its name. */
export function DetailsForm(props: DetailsFormProps) {
  const { t, secret, conversationId, category, idempotencyKey, answer, typed = {}, errors = {}, returned } = props;
  const { children } = props;
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
    <KeptForm action={conversationPath(secret)} name={`details-${conversationId}`} {...{ idempotencyKey, returned }}>
      {others.length > 0 && (
        <p className="alert alert-error" role="alert">
          {others.join(' ')}
        </p>
      )}
      <p className="found-small">{t('details.optional')}</p>
      {field('place', maxPlaceLength)}
      {hasOpeningHours(category, answer) && (
        <>
          {field('openingHours', maxFactLength)}
          {field('reference', maxReferenceLength)}
        </>
      )}
      {children ?? (isPositionRefused ? null : <ChosenPosition t={t} typed={typed} />)}
      <Button variant={children ? 'primary' : 'secondary'}>{t('details.send')}</Button>
    </KeptForm>
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

type PlacePageProps = {
  context: PageContext;
  secret: string;
  conversation: FunctionOutput<'readFinderConversation'>;
  idempotencyKey: string;
};

export function placeMetadata({ t, brand }: PageContext): PageMetadata {
  const title = t('details.pageTitle', { product: brand.productName });
  return { ...metadataIn('conversation')(t, brand), title };
}

export function PlacePage({ context: { t }, secret, conversation, idempotencyKey }: PlacePageProps) {
  const { id, item, messages } = conversation;
  const answer = messages.map((message) => asReadyAnswer(message.answer)).findLast(Boolean);
  return (
    <div className="found">
      <h1>{t(answer ? `details.ask-${answer}` : 'details.say')}</h1>
      <DetailsForm {...{ t, secret, idempotencyKey, answer }} conversationId={id} category={item.category}>
        <fieldset data-position="" hidden>
          <p
            role="status"
            data-asking={t('details.asking')}
            data-failed={t('details.failed')}
            data-area={t('details.area', { position: '{position}' })}
            data-exact={t('details.exact', { position: '{position}' })}
          >
            {t('details.askHint')}
          </p>
          <p className="link-actions">
            <ActionButton data-ask="">{t('details.ask')}</ActionButton>
            <ActionButton data-precision={t('details.giveArea')} hidden>
              {t('details.giveExact')}
            </ActionButton>
            <ActionButton data-leave-out="" hidden>
              {t('details.leaveOut')}
            </ActionButton>
          </p>
          {(['latitude', 'longitude', 'isExact'] as const).map((name) => (
            <input key={name} type="hidden" name={name} />
          ))}
        </fieldset>
      </DetailsForm>
      <LinkLine href={conversationPath(secret)}>{t('details.back')}</LinkLine>
    </div>
  );
}
