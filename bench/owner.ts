import { randomUUID } from 'node:crypto';
import type { HandbackServer } from './server.ts';

export type Owner = {
  /** Cookie header of the signed-in browser. */
  cookie: string;
  /** @returns the path of the new tag's page */
  addItem(name: string): Promise<string>;
};

export const note = 'Please write to me, my passport is in it. I am in town until Sunday.';

/** Signs up, confirms the address and signs in, the way a person does it. */
export async function signUpOwner(server: HandbackServer): Promise<Owner> {
  const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' };
  const link = server.lineMatching(/token=(\S+)/);
  await post('/auth/sign-up/email', account);
  await expectOk(await fetch(`${server.origin}/auth/verify-email?token=${await link}`));
  const signedIn = await post('/auth/sign-in/email', account);
  const cookie = signedIn.headers.getSetCookie().map((header) => header.split(';', 1)[0]).join('; ');
  const { token } = (await (await post('/auth/token', {}, { cookie })).json()) as { token: string };

  return {
    cookie,
    async addItem(name) {
      const data = { key: randomUUID(), name, category: 'bag', note };
      const added = await post('/functions/us-central1/addItem', { data }, { authorization: `Bearer ${token}` });
      const { result } = (await added.json()) as { result: { hash: string } };
      return `/item/${result.hash}`;
    },
  };

  async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const sent = { ...headers, 'content-type': 'application/json' };
    return expectOk(await fetch(server.origin + path, { method: 'POST', headers: sent, body: JSON.stringify(body) }));
  }
}

async function expectOk(response: Response): Promise<Response> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return response;
}
