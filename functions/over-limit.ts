import type { Said } from '../language/words.ts';
import { Refusal } from './define.ts';

export function overLimit(reason: Said, { retryAfter }: { retryAfter: number }): Refusal {
  const message: Said[] = [reason, { key: 'error.nothingSent', params: wait(retryAfter) }];
  return new Refusal('resource-exhausted', message, { retryAfter, reason: 'over-limit' });
}

function wait(seconds: number) {
  const minutes = Math.ceil(seconds / 60);
  if (minutes > 90) return { unit: 'hours', count: Math.ceil(minutes / 60) };
  return { unit: 'minutes', count: minutes };
}
