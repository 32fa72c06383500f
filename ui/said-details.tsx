import type { Details } from '../domain/messages/contract/details.ts';
import { Coordinates, PlaceOnMap, placeInWords } from './place.tsx';
import { useTranslations } from './translations-context.ts';

/** Where a thing is, as its finder said it. */
export function SaidDetails({ details, className }: { details: Details; className: string }) {
  const t = useTranslations();
  const { position: point } = details;
  const place = placeInWords(details.place, point, t);
  const where = () => <PlaceOnMap point={point}>{place}</PlaceOnMap>;
  return (
    <>
      {place && (
        <p className={className}>{details.place ? t.rich('said.place', { text: details.place, where }) : where()}</p>
      )}
      {(['openingHours', 'reference'] as const).map(
        (name) =>
          details[name] && (
            <p key={name} className={className}>
              {t.rich(`said.${name}`, { text: details[name] })}
            </p>
          ),
      )}
      {point && (
        <p className={className}>
          {t.rich(point.isExact ? 'said.exact' : 'said.area', {
            position: '',
            where: () => <Coordinates point={point} />,
          })}
        </p>
      )}
    </>
  );
}
