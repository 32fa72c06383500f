import { createHmac } from 'node:crypto';

export type Webhook = { url: string /** `whsec_` and at least 24 bytes in base64. */; secret: string };

/** A request to the webhook, signed as Standard Webhooks says: over its id, the time in seconds, and the body. */
export function webhookRequest({ url, secret }: Webhook, { id, body }: { id: string; body: string }, now: Date) {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    url,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  };
}
