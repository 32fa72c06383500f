import { useState } from 'react';
import { askPosition } from '../../../browser/ask-position.ts';
import type { ToldLoss } from '../../../domain/items/contract/loss.ts';
import { exactly } from '../../../domain/items/contract/position.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { PlaceMap } from './place-map.tsx';

type Point = ToldLoss['point'];

/** Asks the device where it is, only when its person presses the button. */
export function PositionChoice({ point, onChoose }: { point: Point; onChoose: (point: Point) => void }) {
  const t = useTranslations();
  const [isAsking, setAsking] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const ask = async () => {
    setAsking(true);
    setFailed(false);
    try {
      onChoose(exactly(await askPosition()));
    } catch {
      setFailed(true);
    } finally {
      setAsking(false);
    }
  };
  return (
    <div className="grid gap-3">
      {point && <p role="status">{t('loss.position', { position: `${point.latitude}, ${point.longitude}` })}</p>}
      {hasFailed && <Alert tone="error">{t('loss.positionFailed')}</Alert>}
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
