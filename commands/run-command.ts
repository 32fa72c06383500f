import { requireDatabase } from '../server/db/embedded/data-folder.ts';
import { type Env, readEnv } from '../server/env.ts';
import type { Installation } from '../server/installation.ts';
import { createLog } from '../server/log.ts';
import { type OpenInstallation, openInstallation } from '../server/open-installation.ts';
import { explain } from '../server/operator-error.ts';
import { say } from '../server/say.ts';

/** Runs a command over the installation, also while it runs, and says what is wrong in words. */
export function runCommand(command: (installation: Installation) => Promise<void>): Promise<void> {
  return runOpened(({ installation }) => command(installation));
}

/** @param existing refuses a data folder without a database, instead of making one */
export function runOpened(
  command: (opened: OpenInstallation, env: Env) => Promise<void>,
  { existing = false } = {},
): Promise<void> {
  return runAlone(async (env) => {
    if (existing && !env.databaseUrl) requireDatabase(env.dataDir);
    const opened = await openInstallation(env, createLog('warn'), { beside: true });
    await command(opened, env).finally(opened.close);
  });
}

/** Runs a command that opens what it needs. */
export async function runAlone(command: (env: Env) => Promise<void>): Promise<void> {
  try {
    await command(readEnv(process.env));
  } catch (error) {
    say(explain(error));
    process.exitCode = 1;
  }
}
