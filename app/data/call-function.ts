import type { FunctionInput, FunctionName, FunctionOutput } from '../../functions/index.ts';
import { type ForcedSignOut, isForcedSignOut } from '../auth/auth-errors.ts';
import { signIn } from '../auth/token.ts';
import { codeOfName, codeOfStatus, FunctionError, reasonOf } from './function-error.ts';

export type CallFunction = <Name extends FunctionName>(
  name: Name,
  data: FunctionInput<Name>,
) => Promise<FunctionOutput<Name>>;

type Options = {
  /** Origin of the server; the page's own when empty. */
  origin: string;
  timeoutMs: number;
  session: { token(): Promise<string | undefined>; leave(reason: ForcedSignOut): void };
};

/** Calls the server's named functions (C-7.09). Every failure is a FunctionError; one that ends the session ends it here too (C-8.04). */
export function createCallFunction({ origin, timeoutMs, session }: Options): CallFunction {
  return async (name, data) => {
    const token = await session.token();
    const request = new Request(`${origin}/functions/us-central1/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ data }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer = await exchange(request);
    if (answer instanceof FunctionError) {
      const reason = reasonOf(answer);
      if (answer.code === 'unauthenticated' && isForcedSignOut(reason)) session.leave(reason);
      throw answer;
    }
    return answer.result as FunctionOutput<typeof name>;
  };
}

export const callFunction = createCallFunction({ origin: '', timeoutMs: 70_000, session: signIn });

async function exchange(request: Request): Promise<{ result: unknown } | FunctionError> {
  try {
    const response = await fetch(request);
    return read(response, await response.text());
  } catch (error) {
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError';
    if (timedOut)
      return new FunctionError('deadline-exceeded', 'The server took too long to answer. Please try again.');
    return new FunctionError('internal', 'We could not reach the server. Check your connection, then try again.', {
      reason: 'unreachable',
    });
  }
}

function read(response: Response, text: string): { result: unknown } | FunctionError {
  const body = parseObject(text);
  if (!response.ok) return failure(response.status, body?.error);
  const result = body?.data === undefined ? body?.result : body.data;
  return result === undefined ? new FunctionError('internal', unexpected) : { result };
}

function failure(status: number, error: unknown): FunctionError {
  const said: Record<string, unknown> = error && typeof error === 'object' ? { ...error } : {};
  const code = codeOfName(said.status) ?? codeOfStatus(status);
  const message = typeof said.message === 'string' && code !== 'internal' ? said.message : unexpected;
  return new FunctionError(code, message, said.details);
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value && typeof value === 'object' ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

const unexpected = 'Something went wrong on our side. Please try again in a moment.';
