import { useSyncExternalStore } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { dayOf, timeOf } from '../dates.ts';

/** Marks what was read earlier as such. */
export function LastSeen({ at }: { at: number }) {
  const time = new Date(at).toISOString();
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return (
    <div className="mb-3">
      <Notice>
        <p>
          {navigator.onLine ? 'We cannot reach the server.' : 'You are offline.'} This is what you last saw,{' '}
          {isToday ? 'today' : `on ${dayOf(time)}`} at {timeOf(time)}.
        </p>
      </Notice>
    </div>
  );
}

/** True while this device has no network at all. */
export function useNoNetwork(): boolean {
  return !useSyncExternalStore(watchNetwork, () => navigator.onLine);
}

function watchNetwork(onChange: () => void) {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}
