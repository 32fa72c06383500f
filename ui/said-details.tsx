import type { ReactNode } from 'react';
import type { Details } from '../domain/messages/contract/details.ts';
import { useTranslations } from './translations-context.ts';

type SaidDetailsProps = {
  details: Details;
  className: string;
  position?: (text: ReactNode) => ReactNode;
};

/** Where a thing is, as its finder said it: nothing typed becomes a link. */
export function SaidDetails({ details, className, position = (text) => <bdi>{text}</bdi> }: SaidDetailsProps) {
  const t = useTranslations();
  const point = details.position;
  return (
    <>
      {(['place', 'openingHours', 'reference'] as const).map(
        (name) =>
          details[name] && (
            <p key={name} className={className}>
              {t.rich(`said.${name}`, { text: details[name] })}
            </p>
          ),
      )}
      {point && (
        <p className={className}>
          {t.rich(point.isExact ? 'said.exact' : 'said.area', { position: positionInWords(point), where: position })}
        </p>
      )}
    </>
  );
}

export function positionInWords({ latitude, longitude }: { latitude: number; longitude: number }): string {
  return `${latitude}, ${longitude}`;
}
