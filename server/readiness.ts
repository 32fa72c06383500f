import { findWrongClock } from './clock.ts';
import { withTimeout } from './concurrency.ts';
import type { Connection, DatabaseProblem } from './db/connect.ts';
import type { Events } from './events/events.ts';
import type { createFileRoom, FilesProblem } from './files/folders.ts';
import type { MailFolderProblem, MailTransport } from './mail/transport.ts';

export type Readiness =
  | 'ready'
  | `ready, but ${FilesProblem | ClockProblem | SecretProblem}`
  | 'stopping'
  | DatabaseProblem
  | 'event connection away'
  | MailFolderProblem;

export type PagesState = 'pages are served' | 'stopping' | 'database away';

/** Nobody can sign up. */
type ClockProblem = `the clock of ${NonNullable<Awaited<ReturnType<typeof findWrongClock>>>['of']} is wrong`;

/** What was signed before is void. */
type SecretProblem = 'the secret is not the one of this database';

type Parts = {
  events: Events;
  mail: MailTransport;
  files: ReturnType<typeof createFileRoom>;
  secretReplaced: boolean;
};

const patienceMs = 1_500;

export async function readiness(
  connection: Connection,
  { events, mail, files, secretReplaced }: Parts,
): Promise<Readiness> {
  const [problem, mailProblem, filesProblem, wrongClock] = await Promise.all([
    withTimeout(patienceMs, connection.problem(), 'database away' as const),
    withTimeout(patienceMs, mail.problem(), 'mail folder cannot be written' as const),
    files.problem(patienceMs),
    withTimeout(
      patienceMs,
      findWrongClock(connection.db).catch(() => undefined),
      undefined,
    ),
  ]);
  if (problem) return problem;
  if (!events.isConnected()) return 'event connection away';
  if (mailProblem) return mailProblem;
  if (secretReplaced) return 'ready, but the secret is not the one of this database';
  if (wrongClock) return `ready, but the clock of ${wrongClock.of} is wrong`;
  return filesProblem ? `ready, but ${filesProblem}` : 'ready';
}

/** Whether pages can be drawn: a database that can only be read suffices. */
export async function servesPages({ canRead }: Pick<Connection, 'canRead'>): Promise<PagesState> {
  return (await withTimeout(patienceMs, canRead(), false)) ? 'pages are served' : 'database away';
}

/** Whether messages can be stored. Where only files have no place, nobody can sign up or old links are void, messages still arrive. */
export function isReady(state: Readiness): boolean {
  return state.startsWith('ready');
}
