import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { type App, startApp } from './app.ts';

/** To be called once in a file: gives one app to all its tests that disturb nobody else. An error in its log fails the file. */
export function shareApp(): () => Promise<App> {
  const ends: (() => Promise<void> | void)[] = [];
  let shared: Promise<App> | undefined;
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });
  return () => {
    shared ??= startApp({ afterwards: (end) => void ends.push(end) });
    return shared;
  };
}

/** The calls of one test count against nobody in the next. */
export async function forgetLimits({ services: { db } }: App): Promise<void> {
  await sql`delete from rate_limits`.execute(db);
}
