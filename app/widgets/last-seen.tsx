import { useEffect, useId, useSyncExternalStore } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { t } from '../core/document/app-translations.ts';
import { dayOf, isToday, timeOf } from './dates.ts';

const parts = new Map<string, number>();
const listeners = new Set<() => void>();

/** Says how old the offline copy is: once on a page, above its first part, with the time of the oldest part. @param at in milliseconds */
export function LastSeen({ at }: { at: number }) {
  const id = useId();
  useEffect(() => {
    parts.set(id, at);
    tellAll();
    return () => {
      parts.delete(id);
      tellAll();
    };
  }, [id, at]);
  const oldest = useSyncExternalStore(watchParts, () =>
    parts.keys().next().value === id ? Math.min(...parts.values()) : undefined,
  );
  return oldest !== undefined && <SeenAt at={oldest} />;
}

function tellAll(): void {
  for (const listener of listeners) listener();
}

function watchParts(onChange: () => void) {
  listeners.add(onChange);
  return () => {
    listeners.delete(onChange);
  };
}

function SeenAt({ at }: { at: number }) {
  const iso = new Date(at).toISOString();
  const time = timeOf(iso);
  return (
    <div className="mb-3">
      <Alert>
        <p>
          {navigator.onLine ? t('offline.noServer') : t('offline.noNetwork')}{' '}
          {isToday(iso) ? t('offline.seenToday', { time }) : t('offline.seenOn', { day: dayOf(iso), time })}
        </p>
      </Alert>
    </div>
  );
}
