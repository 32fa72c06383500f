import type { KnipConfig } from 'knip';
import { appPages } from './paths/app-pages.ts';

export default {
  entry: [
    'server.ts',
    'server/http/compression-worker.ts',
    'domain/print/png-process.ts',
    'server/backup/backup-process.ts',
    'commands/{admin,backup,browsers,changed-tests,complete-install,conformance,demo,dev,move-database,note-files,restore,write-keys}.ts',
    'commands/dev/product.ts',
    'app/start/main.tsx',
    ...Object.values(appPages).map(({ file }) => `app/features/${file}.tsx`),
    'app/core/offline/service-worker.ts',
    'site/script/{finder,proof}-worker.ts',
    'app/start/watch-start.ts',
    'site/script/{conversation,main,product}.ts',
    'tools/bench/run.ts',
    'tools/*.ts',
    'tools/bench/baseline/*.tsx',
    'tools/faults/run.ts',
    'tools/faults/preload.ts',
    'ui/fonts/subset.ts',
    'ui/icons/draw.ts',
    'test/count-reporter.ts',
  ],
  project: ['**/*.{ts,tsx}'],
  ignoreBinaries: ['flock', 'openssl', 'setpriv'],
  ignoreDependencies: ['@biomejs/biome', 'jscpd', 'tailwindcss', /^@expo-google-fonts\//],
} satisfies KnipConfig;
