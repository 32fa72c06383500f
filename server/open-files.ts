import { readFileSync } from 'node:fs';
import { OperatorError } from './operator-error.ts';
import { say } from './say.ts';

/** PostgreSQL does not start with 64. */
const least = 128;
/** What the server holds beside visitors' connections: those to the database and to mail servers, files, live events. */
const own = 96;
/** Below it, the start says how many connections fit. */
const comfortable = 1_024;

export const moreOpenFiles =
  'Allow more: ulimit -n 65536 before the start, LimitNOFILE=65536 in a unit of systemd, --ulimit nofile=65536 with Docker.';

/** @returns how many connections of visitors fit @throws OperatorError when this process may open too few files to work at all */
export function requireOpenFiles(): number {
  const limit = mostOpenFiles();
  const has = `This process may have ${limit} files and connections open at once`;
  if (limit < least) throw new OperatorError(`${has}, and Handback needs at least ${least}. ${moreOpenFiles}`);
  const connections = limit - own;
  if (limit < comfortable)
    say(
      `${has}. That is enough for ${connections} connections of visitors; ${comfortable} are better. ${moreOpenFiles}`,
    );
  return connections;
}

/** The limit as Node.js raised it, to what it may be at most. */
function mostOpenFiles(): number {
  try {
    const [, most] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return most ? Number(most) : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
