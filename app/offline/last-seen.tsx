import { useSyncExternalStore } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { useAuth } from '../session/auth-provider.tsx';
import { dayOf, isToday, timeOf } from '../widgets/dates.ts';

export function LastSeen({ at }: { at: number }) {
  const t = useWords();
  const iso = new Date(at).toISOString();
  const time = timeOf(iso);
  return (
    <div className="mb-3">
      <Notice>
        <p>
          {navigator.onLine ? t('offline.noServer') : t('offline.noNetwork')}{' '}
          {isToday(iso) ? t('offline.seenToday', { time }) : t('offline.seenOn', { day: dayOf(iso), time })}
        </p>
      </Notice>
    </div>
  );
}

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
