import { useEffect } from 'react';
import { openLiveEvents } from '../../browser/live-events.ts';
import { liveForEverybodyPath } from '../../paths/api.ts';
import { maintenanceWatch } from '../core/data/maintenance.ts';

/** Tells those who are not signed in when maintenance begins and ends. It shows nothing itself. */
export function FollowMaintenance() {
  useEffect(
    () =>
      openLiveEvents(liveForEverybodyPath(), (event) => event.type === 'maintenance' && maintenanceWatch.take(event)),
    [],
  );
  return null;
}
