import { sql } from 'kysely';
import { onFileFinished } from './after-file.ts';
import { type App, type AppOptions, startApp } from './app.ts';

/** Gives one app to tests of a file that disturb each other in nothing. An error in its log fails the file. */
export function shareApp(options: AppOptions = {}): () => Promise<App> {
  let shared: Promise<App> | undefined;
  return () => {
    shared ??= startApp({ ...options, afterwards: onFileFinished });
    onFileFinished(() => {
      shared = undefined;
    });
    return shared;
  };
}

/** The one of a file, for all its tests that change nothing of anybody else's. */
export const sharedApp = shareApp();

/** The calls of one test count against nobody in the next. */
export async function forgetLimits({ services: { db } }: App): Promise<void> {
  await sql`delete from rate_limits`.execute(db);
}

/** However often it is called: so many calls of one person are no attack in the test. */
export function liftLimits({ services: { limits } }: App): void {
  limits.take = async () => ({ allowed: true, retryAfter: 1 });
}
