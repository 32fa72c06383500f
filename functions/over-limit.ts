import { Refusal } from './define.ts';

export function overLimit(reason: string, { retryAfter }: { retryAfter: number }): Refusal {
  const message = `${reason} Nothing was sent; please try again in ${waitInWords(retryAfter)}.`;
  return new Refusal('resource-exhausted', message, { retryAfter });
}

export function tooManyRequests({ retryAfter }: { retryAfter: number }): Refusal {
  const message = `Too many attempts. Try again in ${Math.ceil(retryAfter / 60)} minutes.`;
  return new Refusal('resource-exhausted', message, { reason: 'TOO_MANY_REQUESTS', retryAfter });
}

function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes > 90) return `${Math.ceil(minutes / 60)} hours`;
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
