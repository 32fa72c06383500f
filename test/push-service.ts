import { execFileSync } from 'node:child_process';
import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { OutgoingRules } from '../server/outgoing/post-outside.ts';

export type ReceivedRequest = { path: string; headers: Record<string, string | string[] | undefined>; body: Buffer };

export type OutsideServer = {
  url: string;
  received: ReceivedRequest[];
  /** What the next requests are answered with; 201 when it is empty. */
  answers: { status: number; headers?: Record<string, string> }[];
  /** For an app that may reach this server. */
  outgoing: OutgoingRules;
};

let certificate: ReturnType<typeof makeCertificate> | undefined;

/** A real https server on this machine, such as a push service or the operator's webhook has. */
export async function openOutsideServer(): Promise<OutsideServer> {
  certificate ??= makeCertificate();
  const { key, cert } = certificate;
  const outside: OutsideServer = {
    url: '',
    received: [],
    answers: [],
    outgoing: { isPushHost: (host) => host.startsWith('localhost'), mayReach: () => true, ca: cert },
  };
  const server = createServer({ key, cert }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    outside.received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
    const { status, headers } = outside.answers.shift() ?? { status: 201 };
    response.writeHead(status, headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  outside.url = `https://localhost:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  return outside;
}

/** Reaches no server at all. */
export const nowhere: OutgoingRules = { isPushHost: (host) => host === 'localhost', mayReach: () => false };

/** A subscription as a browser makes it, and the browser's way to read what comes. */
export function newSubscription(origin = 'https://localhost') {
  const browser = createECDH('prime256v1');
  const p256dh = browser.generateKeys('base64url');
  const secret = randomBytes(16);
  return {
    endpoint: `${origin}/push/${crypto.randomUUID()}`,
    p256dh,
    auth: secret.toString('base64url'),
    decrypt: (body: Buffer) => decrypt(body, browser, secret),
  };
}

/** RFC 8291 and RFC 8188, as a browser does it. */
function decrypt(body: Buffer, browser: ECDH, secret: Buffer): string {
  const [salt, sender, content] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const material = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), secret, info, 32));
  const key = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: nonce\0', 12));
  const cipher = createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(content.subarray(-16));
  const padded = Buffer.concat([cipher.update(content.subarray(0, -16)), cipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

function makeCertificate(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'handback-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const made = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  return made;
}
