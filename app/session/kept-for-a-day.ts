import { storageOf } from '../../browser/storage.ts';

export const keptMs = 24 * 3_600_000;

/** Holds on this device, for a day, what somebody without an account opened or typed: confirming an address may open another tab. */
export function keptForADay<Value extends object>(name: string) {
  return {
    read(): Value | null {
      const kept = JSON.parse(storageOf('localStorage')?.getItem(name) ?? 'null') as (Value & { until: number }) | null;
      return kept && kept.until > Date.now() ? kept : null;
    },
    keep(value: Value): void {
      storageOf('localStorage')?.setItem(name, JSON.stringify({ ...value, until: Date.now() + keptMs }));
    },
    forget(): void {
      storageOf('localStorage')?.removeItem(name);
    },
  };
}
