/** Sockets, name servers and PostgreSQL: connection lost, no room, too many clients, shutting down, timeout, read-only, login no longer valid. */
const away =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|08...|53...|57P0.|57014|25006|28...|3D000)$/;

const broken =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/;

export class DatabaseUnanswered extends Error {}

export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseUnanswered) return true;
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  const noSocket = code === 'ENOENT' && syscall === 'connect';
  return noSocket || away.test(String(code)) || broken.test(message);
}
