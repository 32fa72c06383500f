import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { compileMessages } from './language/compile-messages.ts';

const tests = {
  environment: 'node' as const,
  css: true,
  globalSetup: 'test/database-server.ts',
  setupFiles: ['test/fail-on-console.ts', 'test/english-app.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // What is waited for comes when it comes: a busy machine is no failure.
  expect: { poll: { timeout: 15_000 } },
};

export default defineConfig({
  plugins: [react(), tailwind(), compileMessages()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          ...tests,
          name: 'unit and http',
          include: ['**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', 'dist/**', 'test/e2e/**'],
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: { ...tests, name: 'browser', include: ['test/e2e/**/*.test.ts'], testTimeout: 120_000, maxWorkers: 1 },
      },
    ],
  },
});
