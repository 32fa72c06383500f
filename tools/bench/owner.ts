import { randomUUID } from 'node:crypto';
import { codeOf, stepSeconds } from '../../domain/second-factor/totp.ts';
import { item } from './item.ts';
import { type HandbackServer, openDatabase } from './server.ts';

export type Owner = {
  /** Cookie header of the signed-in browser. */
  cookie: string;
  /** @returns the path of the new tag's page */
  addItem(network?: string): Promise<string>;
  /** Calls a function. @returns its result */
  call<Result>(name: string, data: object, network?: string): Promise<Result>;
  /** Calls a function that takes a file, with a key of its own. */
  upload(name: string, data: object, file: Buffer): Promise<void>;
};

export const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' };

/** Signs up, confirms the address and signs in, the way a person does it. */
export async function signUpOwner(server: HandbackServer, email = account.email): Promise<Owner> {
  const { name, password } = account;
  const verifyToken = server.lineMatching(/token=(\S+)/);
  const [device = ''] = (await post('/auth/sign-up/email', { name, email, password })).headers.getSetCookie();
  await post('/auth/verify-email', { token: await verifyToken }, { cookie: device.split(';', 1)[0] ?? '' });
  const cookies = (await post('/auth/sign-in/email', { email, password })).headers.getSetCookie();
  const cookie = cookies.map((header) => header.split(';', 1)[0]).join('; ');
  const { token } = (await (await post('/auth/token', {}, { cookie })).json()) as { token: string };
  const authorization = `Bearer ${token}`;

  return {
    cookie,
    async addItem(network) {
      const { hash } = await call<{ hash: string }>('addItem', { ...item, key: randomUUID() }, network);
      return `/item/${hash}`;
    },
    call,
    async upload(name, data, file) {
      const query = new URLSearchParams({ data: JSON.stringify({ ...data, key: randomUUID() }) });
      await send(`/functions/us-central1/${name}?${query}`, new Uint8Array(file), { authorization });
    },
  };

  async function call<Result>(name: string, data: object, network?: string): Promise<Result> {
    const answered = await post(`/functions/us-central1/${name}`, { data }, { authorization }, network);
    return ((await answered.json()) as { result: Result }).result;
  }

  function post(path: string, body: unknown, more: Record<string, string> = {}, network?: string): Promise<Response> {
    return send(path, JSON.stringify(body), { ...more, 'content-type': 'application/json' }, network);
  }

  async function send(path: string, body: BodyInit, more: Record<string, string>, network = '10.0.0.1') {
    const headers = { ...more, 'x-forwarded-for': network };
    const response = await fetch(server.origin + path, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
    return response;
  }
}

/** Makes the owner an administrator, who has proved a second factor. */
export async function promote(server: HandbackServer, owner: Owner): Promise<void> {
  await using database = await openDatabase(server);
  const { rowCount } = await database.query(
    `update users set role = 'admin' where email = $1 and role is distinct from 'admin'`,
    [account.email],
  );
  if (!rowCount) return;
  const { secret, sealed } = await owner.call<{ secret: string; sealed: string }>('offerAuthenticatorApp', {});
  const code = codeOf(secret, Math.floor(Date.now() / 1000 / stepSeconds));
  await owner.call('addAuthenticatorApp', { sealed, code, password: account.password });
}
