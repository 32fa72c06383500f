import type { ReactNode } from 'react';
import type { ToldLoss } from '../../domain/items/contract/loss.ts';
import type { Translations } from '../../language/create-translations.ts';
import { LinkButton } from '../../ui/button.tsx';
import { longDay, momentInWords } from '../../ui/dates.ts';
import { Coordinates, PlaceOnMap, placeInWords } from '../../ui/place.tsx';
import type { ScannedItem } from './item.tsx';

type Said = { t: Translations; item: ScannedItem };

/** Nothing of an item that is with its owner. */
export function StateOfItem({ t, item: { state, category } }: Said) {
  if (state === 'kept') return null;
  if (state === 'returned') return <p className="found-line">{t('item.isBack', { category })}</p>;
  if (state === 'lost') return <p className="found-line found-lost">{t('item.wanted')}</p>;
  return (
    <p className="found-line">
      <strong className="found-lost">{t('item.stolen')}</strong> {t('item.stolenText')}
    </p>
  );
}

type Facts = { t: Translations; facts: ScannedItem['facts'] };

/** What to know before one touches it, and the reward: a line each, so that the answers below are in sight. A tap opens them. */
export function FirstFacts({ t, facts: { urgentCare, temperament, reward } }: Facts) {
  const lines = {
    mood: temperament && t(temperament === 'shy' ? 'item.shy' : 'item.friendly'),
    care: urgentCare && t.rich('item.urgentCare', { text: urgentCare }),
    reward: reward && t.rich('item.reward', { text: reward }),
  };
  const drawn = Object.entries(lines).map(
    ([name, line]) =>
      line && (
        <span key={name} className="found-note">
          {line}
        </span>
      ),
  );
  if (!drawn.some(Boolean)) return null;
  if (isShort(urgentCare) && isShort(reward)) return <p className="found-line">{drawn}</p>;
  return (
    <details className="found-line">
      <summary>
        <span>{drawn}</span>
      </summary>
    </details>
  );
}

const isShort = (text = '') => text.length <= 30 && !text.includes('\n');

/** Before the answers: an animal or a child does not wait. */
export function CallOwner({ t, phone, inert }: { t: Translations; phone: string; inert: boolean }) {
  return (
    <div className="found-call" inert={inert}>
      <LinkButton href={`tel:${dialled(phone)}`}>{t('item.call')}</LinkButton>
      <LinkButton href={`sms:${dialled(phone)}`} variant="secondary">
        {t('item.textMessage')}
      </LinkButton>
    </div>
  );
}

const dialled = (phone: string) => phone.replace(/[^+\d]/g, '');

/** Below the answers. No address that an owner typed becomes a link; phone, email and coordinates do: they were checked to be such. */
export function FurtherWords({ t, item: { loss, facts, note, scam } }: Said) {
  const { tripTo, tripUntil, chip, vet, phone, email } = facts;
  const { message, place: words = '', point = null, lastSeen, reference } = loss ?? noLoss;
  const place = placeInWords(words, point, t);
  const at = lastSeen && momentInWords(lastSeen, t);
  const seen = (
    <>
      {place && <PlaceOnMap point={point}>{place}</PlaceOnMap>}
      {place && at && ' · '}
      {at && <bdi>{at}</bdi>}
    </>
  );
  const until = tripUntil && longDay(tripUntil, t);
  const linkTo = (href: string) => (text: ReactNode) => (
    <a href={href} dir="ltr">
      {text}
    </a>
  );
  const lines = {
    message,
    seen: (place || at) && t.rich('item.lastSeen', { seen: '', where: () => seen }),
    point: point && <Coordinates point={point} />,
    reference: reference && t.rich('item.reference', { reference }),
    tripTo: tripTo && t.rich('item.tripTo', { text: tripTo }),
    tripUntil: until && t('item.tripUntil', { day: until }),
    chip: chip && t.rich('item.chip', { text: chip }),
    vet: vet && t.rich('item.vet', { text: vet }),
    phone: phone && t.rich('item.phone', { phone, link: linkTo(`tel:${dialled(phone)}`) }),
    email: email && t.rich('item.email', { email, link: linkTo(`mailto:${email}`) }),
  };
  return (
    <>
      {Object.entries(lines).map(
        ([name, line]) =>
          line && (
            <p key={name} className="found-note">
              {line}
            </p>
          ),
      )}
      {note && (
        <p className="found-note" dir="auto">
          {note}
        </p>
      )}
      {scam && <p className="alert alert-error">{t(`scam.${scam}`)}</p>}
    </>
  );
}

const noLoss: Partial<ToldLoss> = {};
