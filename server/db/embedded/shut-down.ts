import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/**
 * Asks the server for a fast shutdown (SIGINT: clients are disconnected, everything is written), and waits for its end.
 * After `patience` milliseconds follows an immediate one (SIGQUIT), and after as many again SIGKILL: both cost the next
 * start a recovery, and nothing else.
 */
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
