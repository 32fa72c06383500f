import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hasTimedOut } from '../../../browser/idle-clock.ts';
import { openLiveEvents } from '../../../browser/live-events.ts';
import { storageOf } from '../../../browser/storage.ts';
import { livePath } from '../../../paths/api.ts';
import { sendWaiting, whenLoaded } from '../offline/use-device.ts';
import { sessionStore } from '../session/session-store.ts';
import { createInboxNews, readThreads } from './conversations.ts';
import { maintenanceWatch } from './maintenance.ts';
import { unreadQuery } from './unread.ts';

/** Follows the live events of the signed-in person: the badge (C-3.04), messages, maintenance and the session. */
export function useFollowedEvents(uid: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const readNews = createInboxNews(client);
    let isOpen = false;
    return openLiveEvents(livePath(), (event) => {
      const isBack = sessionStore.current().status === 'offline';
      const mayHaveEnded = event.type === 'session' || event.type === 'resync';
      const reason = event.type === 'session' ? event.reason : undefined;
      if ((isBack || mayHaveEnded) && !hasTimedOut(storageOf('localStorage'))) void sessionStore.recheck(reason);
      if (event.type === 'resync') {
        client.invalidateQueries();
        sendWaiting(client, uid);
        whenLoaded(({ forgetUnshared }) => forgetUnshared(client, uid));
      } else if (event.type === 'sharing') whenLoaded(({ followSharing }) => followSharing(client, uid, event));
      else if (event.type === 'handover') whenLoaded(({ followHandover }) => followHandover(client, uid, event));
      else if (event.type === 'maintenance') maintenanceWatch.take(event);
      else if (event.type === 'conversation') readNews(event.id);
      else if (event.type === 'scan') client.invalidateQueries({ queryKey: ['scans', event.id] });
      else if (event.type === 'first-steps') client.invalidateQueries({ queryKey: ['scans'] });
      else if (event.type === 'needs') client.invalidateQueries({ queryKey: ['needs'] });
      else if (event.type === 'unread') {
        // What was read before the stream was open may lack what came in between.
        if (!isOpen) client.invalidateQueries({ queryKey: ['scans'] });
        const isOther = client.getQueryData(unreadQuery.queryKey) !== event.unread;
        client.setQueryData(unreadQuery.queryKey, event.unread);
        if (isOther) readNews();
        else if (!isOpen) readThreads(client, new Set([undefined]));
        isOpen = true;
      }
    });
  }, [client, uid]);
}
