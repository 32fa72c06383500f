import { useSyncExternalStore } from 'react';
import { useAuth } from '../session/auth-provider.tsx';

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
