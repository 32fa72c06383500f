import { logOnly } from '../../../browser/log-only.ts';

type Forgetting = typeof import('./forget-item.ts');

/** Loads what few pages need, and does it. */
export function whenLoaded(forget: (forgetting: Forgetting) => Promise<void>): void {
  import('./forget-item.ts').then(forget).catch(logOnly('What was shared or handed over may still be here'));
}
