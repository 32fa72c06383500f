import { storageOf } from '../../browser/storage.ts';
import { activatePath, itemsPath } from '../../paths/paths.ts';

/** A tag that somebody may activate; without an activation code one of their own. */
export type Claim = { code: string; activationCode?: string | undefined };

type Kept = Claim & { until: number };

const name = 'handback-activation';
const keptMs = 24 * 3_600_000;

/** What was typed, until there is an account: confirming an address may open another tab. */
export function waitingClaim(): Claim | null {
  const kept = JSON.parse(storageOf('localStorage')?.getItem(name) ?? 'null') as Kept | null;
  if (!kept || kept.until < Date.now()) return null;
  return { code: kept.code, activationCode: kept.activationCode };
}

export function keepClaim(claim: Claim): void {
  storageOf('localStorage')?.setItem(name, JSON.stringify({ ...claim, until: Date.now() + keptMs } satisfies Kept));
}

export function forgetClaim(): void {
  storageOf('localStorage')?.removeItem(name);
}

/** Where an account begins: at the tag that waits to be activated, otherwise at My Items. */
export function firstPath(): string {
  return waitingClaim() ? activatePath() : itemsPath();
}
