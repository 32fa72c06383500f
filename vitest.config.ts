import { existsSync, statfsSync } from 'node:fs';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { compileMessages } from './language/compile-messages.ts';

// Databases and browsers of tests make thousands of files. Those in memory take a fifth of the time.
const memory = '/dev/shm';
const neededBytes = 4_000_000_000;
if (!process.env.TMPDIR && existsSync(memory)) {
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize > neededBytes) process.env.TMPDIR = memory;
}

const tests = {
  environment: 'node' as const,
  css: true,
  setupFiles: ['test/fail-on-console.ts', 'test/english-app.ts'],
  // Most of what a test makes is soon garbage: with more room for it, a tenth less processor time.
  execArgv: ['--max-semi-space-size=64'],
  // One more than the processors of a small machine. A fourth makes tests over HTTP a sixth slower, and those of a browser no faster.
  maxWorkers: 3,
  // What is waited for comes when it comes: a busy machine is no failure.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000 } },
};

const outside = ['**/node_modules/**', 'dist/**', 'test/e2e/**'];

/** These need modules of their own: they replace some (vi.mock), or share a folder within a file. */
const apart = [
  'server/db/embedded/*.test.ts',
  'app/widgets/loaded.test.tsx',
  'functions/clients.test.ts',
  'functions/outputs.test.ts',
  'server/files/folders.test.ts',
  'site/account/sign-in-cost.test.ts',
  'test/attacks/sign-in-flood.test.ts',
];

const plugins = [react(), tailwind(), compileMessages()];

export default defineConfig({
  test: {
    // One database server for all.
    globalSetup: 'test/database-server.ts',
    projects: [
      {
        plugins,
        test: {
          ...tests,
          name: 'unit and http',
          // A worker takes one file after the other, with the same modules: a worker a file costs twice the processor time.
          isolate: false,
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...outside, ...apart],
        },
      },
      { plugins, test: { ...tests, name: 'with modules of their own', include: apart, exclude: outside } },
      {
        plugins,
        test: {
          ...tests,
          name: 'browser',
          isolate: false,
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: 'test/e2e/started-data.ts',
        },
      },
    ],
  },
});
