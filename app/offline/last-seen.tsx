import { useSyncExternalStore } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { useAuth } from '../session/auth-provider.tsx';
import { dayOf, timeOf } from '../widgets/dates.ts';

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

/** True while there is no network, as far as is known. */
export function useNoNetwork(): boolean {
  const isOnline = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  const { state } = useAuth();
  return !isOnline || state.status === 'offline';
}

function watchNetwork(onChange: () => void) {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}
