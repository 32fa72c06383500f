import { useState } from 'react';
import { askPosition } from '../../../browser/ask-position.ts';
import type { ToldLoss } from '../../../domain/items/contract/loss.ts';
import { exactly } from '../../../domain/items/contract/position.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ActionButton } from '../../../ui/button.tsx';
import { t } from '../../core/document/app-translations.ts';
import { ChangeButton, useChange } from '../../widgets/form.tsx';

type Point = NonNullable<ToldLoss['point']>;
type MapServer = { tiles: string; attribution: string };

const firstZoom = 15;

/** The map server is asked only after a press of the button. */
export function PlaceMap({ point }: { point: Point }) {
  const [isShown, setShown] = useState(false);
  const server = readMapServer();
  if (!server || !tilesAround(point, firstZoom, server.tiles)) return null;
  if (isShown) return <Tiles point={point} server={server} />;
  return (
    <div className="grid gap-1 justify-items-start">
      <ActionButton onClick={() => setShown(true)}>{t('loss.showMap')}</ActionButton>
      <p className="field-hint">{t('loss.mapFrom', { host: new URL(server.tiles).host })}</p>
    </div>
  );
}

function Tiles({ point, server }: { point: Point; server: MapServer }) {
  const [zoom, setZoom] = useState(firstZoom);
  const [hasFailed, setFailed] = useState(false);
  const tiles = tilesAround(point, zoom, server.tiles) ?? [];
  const go = (to: number) => {
    setFailed(false);
    setZoom(to);
  };
  return (
    <figure className="grid gap-2 justify-items-start">
      <div
        role="img"
        aria-label={t('loss.mapOf', { position: `${point.latitude}, ${point.longitude}` })}
        className="relative size-[256px] overflow-hidden rounded-control border-2 border-line bg-card"
      >
        {tiles.map(({ url, left, top }) => (
          <img
            key={url}
            src={url}
            alt=""
            width="256"
            height="256"
            // Map servers want to know the site, and are not told the page.
            referrerPolicy="strict-origin"
            onError={() => setFailed(true)}
            className="absolute max-w-none"
            style={{ left, top }}
          />
        ))}
        <span className="absolute top-1/2 left-1/2 size-5 -translate-1/2 rounded-full border-4 border-white bg-[#b3261e] outline-2 outline-black" />
      </div>
      <figcaption className="text-[0.9375rem] text-ink-soft">
        <Attribution words={server.attribution} />
      </figcaption>
      {hasFailed && <Alert tone="error">{t('loss.mapFailed')}</Alert>}
      <div className="flex flex-wrap gap-3">
        <ActionButton disabled={zoom === closest} onClick={() => go(zoom + 1)}>
          {t('loss.mapCloser')}
        </ActionButton>
        <ActionButton disabled={zoom === widest} onClick={() => go(zoom - 1)}>
          {t('loss.mapWider')}
        </ActionButton>
      </div>
    </figure>
  );
}

function Attribution({ words }: { words: string }) {
  if (!words.includes('OpenStreetMap')) return words;
  return (
    <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">
      {words}
    </a>
  );
}

function readMapServer(): MapServer | undefined {
  const text = document.getElementById('app')?.dataset.map;
  return text === undefined ? undefined : (JSON.parse(text) as MapServer);
}

const tileSide = 256;
const closest = 18;
const widest = 3;

type Tile = { url: string; left: number; top: number };

/** Returns up to four Web Mercator images around the point, placed in pixels; undefined near the poles. */
export function tilesAround(
  { latitude, longitude }: { latitude: number; longitude: number },
  zoom: number,
  template: string,
): Tile[] | undefined {
  if (Math.abs(latitude) > 85) return undefined;
  const count = 2 ** zoom;
  const radians = (latitude * Math.PI) / 180;
  const x = ((longitude + 180) / 360) * count;
  const y = ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * count;
  const [firstX, firstY] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
  const rows = [0, 1].filter((row) => firstY + row >= 0 && firstY + row < count);
  return rows.flatMap((row) =>
    [0, 1].map((column) => ({
      url: template
        .replaceAll('{z}', String(zoom))
        .replaceAll('{x}', String((firstX + column + count) % count))
        .replaceAll('{y}', String(firstY + row)),
      left: Math.round((firstX + column - x + 0.5) * tileSide),
      top: Math.round((firstY + row - y + 0.5) * tileSide),
    })),
  );
}

type PositionChoiceProps = { point: ToldLoss['point']; onChoose(point: ToldLoss['point']): void };

/** The device is asked where it is only after a press of the button. */
export function PositionChoice({ point, onChoose }: PositionChoiceProps) {
  const ask = useChange(async () => onChoose(exactly(await askPosition())));
  return (
    <div className="grid gap-3">
      {point && <p role="status">{t('loss.position', { position: `${point.latitude}, ${point.longitude}` })}</p>}
      {ask.isError && <Alert tone="error">{t('loss.positionFailed')}</Alert>}
      <div className="flex flex-wrap gap-3">
        <ChangeButton of={ask}>{ask.isPending ? t('loss.positionAsking') : t('loss.positionAdd')}</ChangeButton>
        {point && <ActionButton onClick={() => onChoose(null)}>{t('loss.positionRemove')}</ActionButton>}
      </div>
      {point && <PlaceMap key={`${point.latitude} ${point.longitude}`} point={point} />}
      <p className="field-hint">{t('loss.positionHint')}</p>
    </div>
  );
}
