import { isOfAnother } from '../../browser/server-away.ts';
import { authPath } from '../../paths/api.ts';

/** Who the server says is signed in; undefined when it cannot be asked. */
export async function readSession(): Promise<{ role: string | null } | 'over' | undefined> {
  const answer = await fetch(authPath('token'), { method: 'POST' }).catch(() => undefined);
  if (!answer || answer.status >= 500 || isOfAnother(answer)) return undefined;
  return answer.status === 200 ? (await answer.json()).user : 'over';
}
