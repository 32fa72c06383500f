import { useState } from 'react';
import type { ToldLoss } from '../../../domain/items/contract/loss.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { closest, tilesAround, widest } from './map-tiles.ts';

type Point = NonNullable<ToldLoss['point']>;
type MapServer = { tiles: string; attribution: string };

const firstZoom = 15;

/** A small map, where the operator set a map server, which is asked only when its person presses the button. */
export function PlaceMap({ point }: { point: Point }) {
  const t = useTranslations();
  const [isShown, setShown] = useState(false);
  const server = readMapServer();
  if (!server || !tilesAround(point, firstZoom, server.tiles)) return null;
  if (isShown) return <Tiles point={point} server={server} />;
  return (
    <div className="grid gap-1 justify-items-start">
      <Button type="button" variant="secondary" onClick={() => setShown(true)}>
        {t('loss.showMap')}
      </Button>
      <p className="field-hint">{t('loss.mapFrom', { host: new URL(server.tiles).host })}</p>
    </div>
  );
}

function Tiles({ point, server }: { point: Point; server: MapServer }) {
  const t = useTranslations();
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
            // Map servers want to know which site asks; the page is not told.
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
        <Button type="button" variant="secondary" disabled={zoom === closest} onClick={() => go(zoom + 1)}>
          {t('loss.mapCloser')}
        </Button>
        <Button type="button" variant="secondary" disabled={zoom === widest} onClick={() => go(zoom - 1)}>
          {t('loss.mapWider')}
        </Button>
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
