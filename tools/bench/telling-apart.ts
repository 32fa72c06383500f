import type { App } from '../../test/app.ts';
import { makeOwner, type Person, password } from '../../test/make.ts';
import { Visitor } from '../../test/visitor.ts';
import type { Product } from '../product.ts';
import { ask, timed } from './ask.ts';
import type { Row, Started } from './table.ts';

const accounts = 300;
type Ask = { path: string; body: (email: string) => object; signedIn?: true };

/** What strangers can ask about an address. */
const asks: Record<string, Ask> = {
  'signing in': { path: '/auth/sign-in/email', body: (email) => ({ email, password: 'a wrong password' }) },
  'signing up': { path: '/auth/sign-up/email', body: (email) => ({ name: 'Mallory', email, password }) },
  'asking to confirm': { path: '/auth/send-verification-email', body: (email) => ({ email }) },
  'asking for a password': { path: '/auth/request-password-reset', body: (email) => ({ email }) },
  'asking to move there': {
    path: '/auth/change-email',
    body: (email) => ({ newEmail: email }),
    signedIn: true,
  },
};

/**
 * Whether the time of an answer tells if an address has an account: of 600 alternating tries, how often one with an account took
 * longer than one without (the area under the ROC curve). 0.5 tells nothing. Each address is asked about once of a kind, from a network of its own.
 */
export async function measureTellingApart({ server }: Started): Promise<Row[]> {
  const people: Person[] = [];
  for (let number = 0; number < accounts; number += 1) people.push(await signUp(server));
  const rows: Row[] = [];
  for (const [what, { path, body, signedIn }] of Object.entries(asks)) {
    const known: number[] = [];
    const unknown: number[] = [];
    for (const [number, person] of people.entries()) {
      const other = people[(number + 1) % accounts] ?? person;
      const time = (email: string) => timed(() => post(server, path, body(email), signedIn && person.cookie));
      const tries = [
        async () => known.push(await time(other.email)),
        async () => unknown.push(await time(`${what.replaceAll(' ', '-')}${number}@example.net`)),
      ];
      for (const attempt of number % 2 ? tries : tries.reverse()) await attempt();
    }
    const auc = areaUnderCurve(known, unknown);
    rows.push({
      figure: `Address with an account told from one without, by the time of ${what} (AUC of ${2 * accounts})`,
      ours: auc.toFixed(3),
      target: { text: '0.45 to 0.55', met: auc >= 0.45 && auc <= 0.55 },
    });
  }
  return rows;
}

function signUp({ url, mailbox }: Product): Promise<Person> {
  const app = { url, mailbox, visitor: () => new Visitor(app, newNetwork()) } as App;
  return makeOwner(app, 'Known');
}

let networks = 0;

function newNetwork(): string {
  networks += 1;
  return `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`;
}

async function post({ url }: Product, path: string, body: object, cookie = ''): Promise<void> {
  const headers = { 'x-forwarded-for': newNetwork(), 'content-type': 'application/json', ...(cookie && { cookie }) };
  await ask(url + path, { headers, body: JSON.stringify(body), expected: [200, 401] });
}

function areaUnderCurve(known: number[], unknown: number[]): number {
  const longer = known.flatMap((ms) => unknown.map((other) => (ms > other ? 1 : ms === other ? 0.5 : 0)));
  return longer.reduce<number>((sum, each) => sum + each, 0) / longer.length;
}
