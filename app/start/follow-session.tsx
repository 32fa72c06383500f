import { useEffect } from 'react';
import { hasTimedOut } from '../../browser/idle-clock.ts';
import { openLiveEvents } from '../../browser/live-events.ts';
import { storageOf } from '../../browser/storage.ts';
import { livePath } from '../../paths/api.ts';
import { createInboxNews, readThreads } from '../core/data/conversations.ts';
import { maintenanceWatch } from '../core/data/maintenance.ts';
import { queryClient } from '../core/data/query-client.ts';
import { unreadQuery } from '../core/data/unread.ts';
import { sendWaiting, useDevice, whenLoaded } from '../core/offline/use-device.ts';
import { useAuth, useUser } from '../core/session/auth-provider.tsx';
import { sessionStore } from '../core/session/session-store.ts';

/** What goes on while somebody is signed in, and shows nothing itself. */
export function FollowSession() {
  const { state } = useAuth();
  const { uid } = useUser();
  useFollowedEvents(uid);
  useDevice(state, uid);
  return null;
}

/** Follows the live events of the signed-in person: the badge (C-3.04), messages, maintenance and the session. */
function useFollowedEvents(uid: string): void {
  useEffect(() => {
    const readNews = createInboxNews();
    let isOpen = false;
    return openLiveEvents(livePath(), (event) => {
      const isBack = sessionStore.current().status === 'offline';
      const mayHaveEnded = event.type === 'session' || event.type === 'resync';
      const reason = event.type === 'session' ? event.reason : undefined;
      if ((isBack || mayHaveEnded) && !hasTimedOut(storageOf('localStorage'))) void sessionStore.recheck(reason);
      if (event.type === 'resync') {
        queryClient.invalidateQueries();
        sendWaiting(uid);
        whenLoaded(({ forgetUnshared }) => forgetUnshared(uid));
      } else if (event.type === 'sharing') whenLoaded(({ followSharing }) => followSharing(uid, event));
      else if (event.type === 'handover') whenLoaded(({ followHandover }) => followHandover(uid, event));
      else if (event.type === 'maintenance') maintenanceWatch.take(event);
      else if (event.type === 'conversation') readNews(event.id);
      else if (event.type === 'scan') queryClient.invalidateQueries({ queryKey: ['scans', event.id] });
      else if (event.type === 'first-steps') queryClient.invalidateQueries({ queryKey: ['scans'] });
      else if (event.type === 'needs') queryClient.invalidateQueries({ queryKey: ['needs'] });
      else if (event.type === 'unread') {
        // What was read before the stream was open may lack what came in between.
        if (!isOpen) queryClient.invalidateQueries({ queryKey: ['scans'] });
        const isOther = queryClient.getQueryData(unreadQuery.queryKey) !== event.unread;
        queryClient.setQueryData(unreadQuery.queryKey, event.unread);
        if (isOther) readNews();
        else if (!isOpen) readThreads(new Set([undefined]));
        isOpen = true;
      }
    });
  }, [uid]);
}
