import type { FunctionInput } from '../../functions/list.ts';
import { printPath } from '../../paths/paths.ts';
import { failureIn, unreachable } from '../data/call-function.ts';
import { FunctionError } from '../data/function-error.ts';
import { t } from '../start/words.ts';

const timeoutMs = 70_000;

/** @throws FunctionError, whose message is fit to be shown */
export async function fetchPdf(order: FunctionInput<'printTags'>): Promise<Blob> {
  const signal = AbortSignal.timeout(timeoutMs);
  const headers = { 'content-type': 'application/json', 'accept-language': t.language };
  let response: Response;
  let body: Blob;
  try {
    response = await fetch(printPath(), { method: 'POST', headers, body: JSON.stringify({ data: order }), signal });
    body = await response.blob();
  } catch {
    throw signal.aborted ? new FunctionError('deadline-exceeded', t('loading.tooLate')) : unreachable('internal');
  }
  if (!response.ok) throw failureIn(response, await body.text());
  return body;
}
