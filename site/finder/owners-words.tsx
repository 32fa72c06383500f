import type { ReactNode } from 'react';
import type { ToldLoss } from '../../domain/items/contract/loss.ts';
import type { Words } from '../../language/words.ts';
import { momentInWords } from '../../ui/dates.ts';
import { partsOfLine } from '../../ui/parts-of-line.ts';
import type { ScannedItem } from './item.tsx';

type Said = { t: Words; item: ScannedItem };

/** Nothing of an item that is with its owner. What an owner typed never becomes a link. */
export function StateOfItem({ t, item: { state, loss } }: Said) {
  if (state === 'kept') return null;
  if (state === 'returned') return <p>{t('item.isBack')}</p>;
  return (
    <>
      <p className="found-lost">{t(state === 'stolen' ? 'item.stolen' : 'item.wanted')}</p>
      {state === 'stolen' && <p>{t('item.stolenText')}</p>}
      {loss && <Loss t={t} loss={loss} />}
    </>
  );
}

function Loss({ t, loss: { message, place, point, lastSeen, reference } }: { t: Words; loss: ToldLoss }) {
  const coordinates = point && `${point.latitude}, ${point.longitude}`;
  const seen = lastSeen && momentInWords(lastSeen, t);
  return (
    <>
      {message && <p className="found-note">{message}</p>}
      {(place || coordinates || seen) && (
        <p className="found-note">{t.rich('item.lastSeen', { seen: partsOfLine([place, coordinates, seen]) })}</p>
      )}
      {reference && <p className="found-note">{t.rich('item.reference', { reference })}</p>}
    </>
  );
}

type Facts = { t: Words; facts: ScannedItem['facts'] };

/** What to know before one touches it or carries it anywhere. */
export function FirstFacts({ t, facts: { urgentCare, temperament, tripTo, tripUntil, reward } }: Facts) {
  const until = tripUntil && t.date(new Date(tripUntil), { dateStyle: 'long', timeZone: 'UTC' });
  const lines = {
    urgentCare: urgentCare && t.rich('item.urgentCare', { text: urgentCare }),
    temperament: temperament && t(temperament === 'shy' ? 'item.shy' : 'item.friendly'),
    tripTo: tripTo && t.rich('item.tripTo', { text: tripTo }),
    tripUntil: until && t('item.tripUntil', { day: until }),
    reward: reward && t.rich('item.reward', { text: reward }),
  };
  return <Lines lines={lines} />;
}

/** Below the answers, which are to be in sight. Only phone and email are links: they were checked to be such. */
export function FurtherFacts({ t, facts: { chip, vet, phone, email } }: Facts) {
  const call = (text: ReactNode) => (
    <a href={`tel:${phone?.replace(/[^+\d]/g, '')}`} dir="ltr">
      {text}
    </a>
  );
  const write = (text: ReactNode) => (
    <a href={`mailto:${email}`} dir="ltr">
      {text}
    </a>
  );
  const lines = {
    chip: chip && t.rich('item.chip', { text: chip }),
    vet: vet && t.rich('item.vet', { text: vet }),
    phone: phone && t.rich('item.phone', { phone, link: call }),
    email: email && t.rich('item.email', { email, link: write }),
  };
  return <Lines lines={lines} />;
}

function Lines({ lines }: { lines: Record<string, ReactNode> }) {
  return Object.entries(lines).map(
    ([name, line]) =>
      line && (
        <p key={name} className="found-note">
          {line}
        </p>
      ),
  );
}
