import type { MessageDescriptor } from '../language/create-translations.ts';
import { Refusal } from './define.ts';
import { refused } from './refused.ts';

export function overLimit(reason: MessageDescriptor, { retryAfter }: { retryAfter: number }): Refusal {
  const message: MessageDescriptor[] = [reason, { key: 'error.nothingSent', params: wait(retryAfter) }];
  return new Refusal('resource-exhausted', message, { retryAfter, reason: 'over-limit' });
}

export function tooManyRequests({ retryAfter }: { retryAfter: number }): Refusal {
  return refused('TOO_MANY_REQUESTS', { params: wait(retryAfter), retryAfter });
}

/** The address was sent as many mails of this kind as it may get: said alike whether it has an account or not. */
export function tooManyMails({ retryAfter }: { retryAfter: number }): Refusal {
  return refused('TOO_MANY_MAILS', { params: wait(retryAfter), retryAfter });
}

export function notYet(reason: MessageDescriptor, retryAfter: number): Refusal {
  const params = { unit: 'minutes', count: Math.ceil(retryAfter / 60) };
  return new Refusal('resource-exhausted', [reason, { key: 'account.retry', params }], {
    retryAfter,
    reason: 'over-limit',
  });
}

/** In words: above an hour and a half as hours. */
export function wait(seconds: number) {
  const minutes = Math.ceil(seconds / 60);
  if (minutes > 90) return { unit: 'hours', count: Math.ceil(minutes / 60) };
  return { unit: 'minutes', count: minutes };
}
