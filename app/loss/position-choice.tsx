import { useState } from 'react';
import type { ToldLoss } from '../../domain/items/contract/loss.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { PlaceMap } from './place-map.tsx';

type Point = ToldLoss['point'];

const patienceMs = 20_000;
/** About a metre. */
const decimals = 5;

/** Asks the device where it is, only when its person presses the button. */
export function PositionChoice({ point, onChoose }: { point: Point; onChoose: (point: Point) => void }) {
  const t = useWords();
  const [isAsking, setAsking] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const ask = () => {
    setAsking(true);
    setFailed(false);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking(false);
        onChoose({ latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) });
      },
      () => {
        setAsking(false);
        setFailed(true);
      },
      { enableHighAccuracy: true, timeout: patienceMs },
    );
  };
  return (
    <div className="grid gap-3">
      {point && <p role="status">{t('loss.position', { position: `${point.latitude}, ${point.longitude}` })}</p>}
      {hasFailed && <Notice tone="error">{t('loss.positionFailed')}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="button" variant="secondary" disabled={isAsking} onClick={ask}>
          {isAsking ? t('loss.positionAsking') : t('loss.positionAdd')}
        </Button>
        {point && (
          <Button type="button" variant="secondary" onClick={() => onChoose(null)}>
            {t('loss.positionRemove')}
          </Button>
        )}
      </div>
      {point && <PlaceMap key={`${point.latitude} ${point.longitude}`} point={point} />}
      <p className="field-hint">{t('loss.positionHint')}</p>
    </div>
  );
}

function rounded(degrees: number): number {
  return Number(degrees.toFixed(decimals));
}
