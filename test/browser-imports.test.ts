import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { keepServerOutOfBrowser } from '../vite.config.ts';

const root = resolve(import.meta.dirname, '..');

const allowed: Record<string, string[]> = {
  'app/widgets/probe.ts': ['../../domain/items/contract/categories.ts', '../../paths/paths.ts', '../../ui/brand.ts'],
  'browser/probe.ts': ['../paths/api.ts'],
  'ui/probe.ts': ['../domain/items/contract/categories.ts', '../paths/paths.ts'],
  'site/script/probe.ts': ['../../browser/storage.ts', '../../paths/paths.ts'],
  'domain/items/contract/probe.ts': ['../../texts/contract/clean-text.ts', '../../../paths/paths.ts', './tag-code.ts'],
};
const forbidden: Record<string, string[]> = {
  'app/widgets/probe.ts': [
    '../../domain/items/items.ts',
    '../../functions/list.ts',
    '../../server/log.ts',
    '../../site/routes.tsx',
    'node:fs',
  ],
  'browser/probe.ts': ['../domain/items/items.ts', '../server/log.ts', 'node:fs'],
  'ui/probe.ts': ['../domain/items/items.ts', '../functions/list.ts', '../server/log.ts'],
  'site/script/probe.ts': ['../../domain/items/items.ts', '../http/visitor.ts', '../../server/log.ts', 'node:fs'],
  'domain/items/contract/probe.ts': ['../items.ts', '../../accounts/profile.ts', '../../../server/log.ts', 'node:fs'],
  'paths/probe.ts': ['../server/log.ts', 'node:fs'],
};

test('of the domain, browsers may import the contracts alone: the lint refuses all else (of the app and the site, layers.test.ts does)', async () => {
  const files = Object.entries(forbidden).map(([file, sources]) => [file, [...(allowed[file] ?? []), ...sources]]);
  const isLinted = (pair: string) => !/(app\/widgets|site\/script)\/probe\.ts$/.test(pair);
  const refused = await lint(Object.fromEntries(files));
  expect(refused.filter(isLinted)).toEqual(pairs(forbidden).filter(isLinted));
});

test.each(pairs(forbidden))('the build refuses %s', async (pair) => {
  await expect(buildOf(pair)).rejects.toThrow('it would reach the browser');
});

test.each(pairs(allowed))('the build takes %s', async (pair) => {
  await buildOf(pair);
});

function pairs(files: Record<string, string[]>): string[] {
  return Object.entries(files).flatMap(([file, sources]) => sources.map((source) => `${source} in ${file}`));
}

async function lint(files: Record<string, string[]>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lint-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await copyFile(join(root, 'biome.json'), join(folder, 'biome.json'));
  for (const [file, sources] of Object.entries(files)) {
    await mkdir(join(folder, dirname(file)), { recursive: true });
    await writeFile(join(folder, file), sources.map((source) => `import { x } from '${source}';\n`).join(''));
  }
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const options = ['lint', '--vcs-enabled=false', '--only=style/noRestrictedImports', '--max-diagnostics=none'];
  const run = promisify(execFile)(process.execPath, [biome, ...options, '--reporter=json', '.'], { cwd: folder });
  const { stdout } = await run.catch((failed: { stdout: string }) => failed);
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { location: { path: string; start: { line: number } } }[];
  };
  return diagnostics
    .map(({ location }) => [location.path, files[location.path]?.[location.start.line - 1]])
    .map(([file, source]) => `${source} in ${file}`)
    .sort((a, b) => pairs(forbidden).indexOf(a) - pairs(forbidden).indexOf(b));
}

function buildOf(pair: string) {
  const [source = '', file = ''] = pair.split(' in ');
  const input = join(root, file);
  const probe = {
    name: 'probe',
    resolveId: (id: string) => (id === input ? input : null),
    load: (id: string) => (id === input ? `import '${source}';` : null),
  };
  return build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins: [keepServerOutOfBrowser(), probe],
    build: { write: false, rolldownOptions: { input } },
  });
}
