import type { ReactNode } from 'react';
import type { Translations } from '../language/create-translations.ts';
import { mapPath } from '../paths/paths.ts';

export type Point = { latitude: number; longitude: number };

/** The words that somebody gave, else that there is a place on a map. */
export function placeInWords(words: string, point: Point | null, t: Translations): string {
  return words || (point ? t('said.onMap') : '');
}

/** With a point it leads to a map, of which nothing is loaded before. */
export function PlaceOnMap({ point, children }: { point: Point | null; children: ReactNode }) {
  const words = <bdi>{children}</bdi>;
  if (!point) return words;
  return (
    <a href={mapPath(point.latitude, point.longitude)} target="_blank" rel="noreferrer">
      {words}
    </a>
  );
}

export function positionInWords({ latitude, longitude }: Point): string {
  return `${latitude}, ${longitude}`;
}

/** One tap selects all of it, to be copied. */
export function Coordinates({ point }: { point: Point }) {
  return (
    <bdi className="text-ink-soft select-all" dir="ltr">
      {positionInWords(point)}
    </bdi>
  );
}
