/**
 * Of sockets and name servers; then of PostgreSQL: connection exceptions, no room on the disk or in memory, too many clients, shutting
 * down or starting up, a statement that took too long, a server that only reads (a standby, or one whose disk was protected).
 */
const away =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|08...|53...|57P0.|57014|25006)$/;

/** The words of `pg` itself for a connection that broke or never came; it gives them no code. */
const broken =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/;

/** The database was asked for us by something that does not say why it failed. */
export class DatabaseUnanswered extends Error {}

/** Whether something failed only because the database cannot do it now: asking again later may help. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseUnanswered) return true;
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  const noSocket = code === 'ENOENT' && syscall === 'connect';
  return noSocket || away.test(String(code)) || broken.test(message);
}
