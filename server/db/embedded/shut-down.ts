import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Stops the server: SIGINT, then SIGQUIT, then SIGKILL. The last two only cost a recovery at the next start. */
export async function shutDown(server: ChildProcess, patience = 10_000): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGINT');
  const harder = setTimeout(() => server.kill('SIGQUIT'), patience);
  const hardest = setTimeout(() => server.kill('SIGKILL'), 2 * patience);
  await ended;
  clearTimeout(harder);
  clearTimeout(hardest);
}
