import { readEnv } from '../server/env.ts';
import type { Installation } from '../server/installation.ts';
import { createLog } from '../server/log.ts';
import { openInstallation } from '../server/open-installation.ts';
import { explain } from '../server/operator-error.ts';
import { say } from '../server/say.ts';

export async function runCommand(command: (installation: Installation) => Promise<void>): Promise<void> {
  try {
    const env = readEnv(process.env);
    const { installation, close } = await openInstallation(env, createLog('warn'), { beside: true });
    await command(installation).finally(close);
  } catch (error) {
    say(explain(error));
    process.exitCode = 1;
  }
}
