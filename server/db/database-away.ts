/** Of sockets and name servers; then of PostgreSQL: connection exceptions, shutting down or starting up, too many clients. */
const away =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|08...|57P0.|53300)$/;

/** The words of `pg` itself for a connection that broke or never came; it gives them no code. */
const broken =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether something failed only because the database cannot be reached now: asking again later may help. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  const noSocket = code === 'ENOENT' && syscall === 'connect';
  return noSocket || away.test(String(code)) || broken.test(message);
}
