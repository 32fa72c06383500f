import { createECDH, createHmac } from 'node:crypto';
import { encryptNotification, vapidHeaders } from '@block65/webcrypto-web-push';
import type { Keys } from '../secret.ts';

export type PushSubscription = { endpoint: string; p256dh: string; auth: string };

/** How long a push service keeps a notification for a device that is off; 24 hours. */
const ttlSeconds = 86_400;

/** The key pair that push services know this installation by (RFC 8292), in base64url. It is derived from the secret. */
export function vapidKeys(keys: Keys): { publicKey: string; privateKey: string } {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(keys.key('push'));
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') };
}

/** Whether a browser could have made these keys: an uncompressed point of P-256, and 16 bytes. */
export function arePushKeys({ p256dh, auth }: Pick<PushSubscription, 'p256dh' | 'auth'>): boolean {
  try {
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    const point = Buffer.from(p256dh, 'base64url');
    pair.computeSecret(point);
    return point.length === 65 && Buffer.from(auth, 'base64url').length === 16;
  } catch {
    return false;
  }
}

/** A request to the push service, encrypted (RFC 8291), always of the same length. @param contact begins with https: or mailto: */
export async function pushRequest(
  { endpoint, p256dh, auth }: PushSubscription,
  payload: string,
  { keys, contact, topic }: { keys: Keys; contact: string; topic: string },
) {
  const subscription = { endpoint, expirationTime: null, keys: { p256dh, auth } };
  const { headers } = await vapidHeaders(subscription, { subject: contact, ...vapidKeys(keys) });
  return {
    url: endpoint,
    headers: {
      ...headers,
      ttl: String(ttlSeconds),
      urgency: 'high',
      topic,
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
    },
    body: await encryptNotification(subscription, new TextEncoder().encode(payload)),
  };
}

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
