import { type Person, password } from '../../test/make.ts';
import type { Product } from '../product.ts';
import { ask, timed } from './ask.ts';
import { heard, startOther } from './other-process.ts';
import { addItem } from './server.ts';
import { compare, percentile, type Row, type Started } from './table.ts';

const owners = 6;
const tagsOfOwner = 500;
const tags = owners * tagsOfOwner;
const connections = 4;
const rounds = 3;
const signInsPerRound = 30;
const longestRoundMs = 30_000;

/** How long one waits for the answer to a right password while somebody rotates through thousands of tags' pages. */
export async function measureSignInUnderLoad({ server, owner }: Started): Promise<Row[]> {
  const urls = await makeTags(server);
  await timeSignIns(server, owner);
  const [quiet, loaded]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(...(await timeSignIns(server, owner)));
    // Goes on where the last round ended or later: what comes first is cached no more.
    urls.push(...urls.splice(0, tags / rounds));
    using visitor = startOther('rotate', { urls, connections });
    await heard(visitor);
    loaded.push(...(await timeSignIns(server, owner)));
  }
  return [50, 90].map((percent) =>
    compare({
      figure: `Signing in while somebody rotates through ${tags} tags’ pages, p${percent} of ${loaded.length}`,
      ours: percentile(loaded, percent),
      baseline: percentile(quiet, percent),
      of: 'in quiet',
      mostTimes: percent === 50 ? 2 : undefined,
    }),
  );
}

/** Of several owners: one may not add so many in a minute. */
async function makeTags(server: Product): Promise<string[]> {
  const urls: string[] = [];
  for (let number = 0; number < owners; number += 1) {
    const owner = await server.owner();
    for (let tag = 0; tag < tagsOfOwner; tag += 1) urls.push(server.url + (await addItem(owner)));
  }
  return urls;
}

async function timeSignIns({ url }: Product, { email }: Person): Promise<number[]> {
  const body = JSON.stringify({ email, password });
  const took: number[] = [];
  const until = performance.now() + longestRoundMs;
  while (took.length < signInsPerRound && performance.now() < until) {
    // Requests come from many networks, or the limits would be what is measured.
    const network = `10.1.${(took.length * 64) >> 8}.${(took.length * 64) & 255}`;
    const headers = { origin: url, 'content-type': 'application/json', 'x-forwarded-for': network };
    took.push(await timed(() => ask(`${url}/auth/sign-in/email`, { headers, body })));
  }
  return took;
}
