import { randomUUID } from 'node:crypto';
import { item } from './item.ts';
import type { HandbackServer } from './server.ts';

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

  return {
    cookie,
    async addItem(network) {
      const { hash } = await call<{ hash: string }>('addItem', { ...item, key: randomUUID() }, network);
      return `/item/${hash}`;
    },
    call,
    async upload(name, data, file) {
      const query = new URLSearchParams({ data: JSON.stringify({ ...data, key: randomUUID() }) });
      const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '10.0.0.1' };
      const body = new Uint8Array(file);
      await expectOk(
        await fetch(`${server.origin}/functions/us-central1/${name}?${query}`, { method: 'POST', headers, body }),
      );
    },
  };

  async function call<Result>(name: string, data: object, network = '10.0.0.1'): Promise<Result> {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': network };
    const answered = await post(`/functions/us-central1/${name}`, { data }, headers);
    return ((await answered.json()) as { result: Result }).result;
  }

  async function post(path: string, body: unknown, more: Record<string, string> = {}): Promise<Response> {
    const headers = { ...more, 'content-type': 'application/json' };
    return expectOk(await fetch(server.origin + path, { method: 'POST', headers, body: JSON.stringify(body) }));
  }
}

async function expectOk(response: Response): Promise<Response> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return response;
}
