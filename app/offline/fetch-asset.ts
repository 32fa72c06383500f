import { timeLimit } from '../../browser/time-limit.ts';

/** C-9.05. */
const assetTimeoutMs = 120_000;
const tries = 3;

/** Asks again when a file is late: a page cannot repeat an import() that hangs. */
export async function fetchAsset(request: Request, timeoutMs = assetTimeoutMs): Promise<Response> {
  for (let left = tries - 1; ; left--) {
    try {
      const response = await fetch(request, { signal: timeLimit(timeoutMs) });
      return new Response(await response.arrayBuffer(), response);
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}
