import { useFollowedEvents } from '../core/data/live.ts';
import { useDevice } from '../core/offline/use-device.ts';
import { useAuth, useUser } from '../core/session/auth-provider.tsx';

/** What goes on while somebody is signed in, and shows nothing itself. */
export function FollowSession() {
  const { state } = useAuth();
  const { uid } = useUser();
  useFollowedEvents(uid);
  useDevice(state, uid);
  return null;
}
