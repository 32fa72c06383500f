import type { QueryClient } from '@tanstack/react-query';
import { logOnly } from '../../browser/log-only.ts';

type Forgetting = typeof import('./forget-item.ts');

/** What few pages need is loaded when they do. */
export function followSharing(...given: Parameters<Forgetting['followSharing']>): void {
  load()
    .then((forgetting) => forgetting.followSharing(...given))
    .catch(logOnly('What was shared may still be here'));
}

export function followHandover(...given: Parameters<Forgetting['followHandover']>): void {
  load()
    .then((forgetting) => forgetting.followHandover(...given))
    .catch(logOnly('What was handed over may still be here'));
}

export function forgetUnshared(client: QueryClient, uid: string): void {
  load()
    .then((forgetting) => forgetting.forgetUnshared(client, uid))
    .catch(logOnly('What was shared may still be here'));
}

const load = () => import('./forget-item.ts');
