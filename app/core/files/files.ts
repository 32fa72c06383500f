import { answeredByHeader } from '../../../browser/server-away.ts';
import { timeLimit } from '../../../browser/time-limit.ts';
import type { FunctionInput, FunctionOutput } from '../../../functions/list.ts';
import { functionPath } from '../../../paths/api.ts';
import { FunctionError, failureIn, readAnswer, reasonOf, unreachable } from '../data/call-function.ts';
import { isProofAsked, proveSecondFactor } from '../data/prove-second-factor.ts';
import { t } from '../document/app-translations.ts';
import { isForcedSignOut } from '../session/auth-errors.ts';
import { sessionStore } from '../session/session-store.ts';

type FileFunction = 'setPicture' | 'setLogo' | 'addProductPicture' | 'addReceipt' | 'checkItemFile' | 'importItems';

export type Sending = {
  signal?: AbortSignal;
  /** @param share from 0 to 1 */
  onProgress?(share: number): void;
};

const longestMs = 5 * 60_000;

/** Calls a function that takes a file, again once the second factor that it asks for is proved. @throws FunctionError; when it was stopped, the reason of the signal */
export async function uploadFile<Name extends FileFunction>(
  name: Name,
  data: FunctionInput<Name>,
  file: Blob,
  sending: Sending = {},
): Promise<FunctionOutput<Name>> {
  const token = await sessionStore.token().catch(() => {
    sending.signal?.throwIfAborted();
    throw unreachable('internal');
  });
  const headers = { 'accept-language': t.language, ...(token && { authorization: `Bearer ${token}` }) };
  const response = await send(`${functionPath(name)}?${new URLSearchParams({ data: JSON.stringify(data) })}`, {
    ...sending,
    headers,
    file,
  });
  const text = await response.text();
  const answer = readAnswer(response, text);
  if (!(answer instanceof FunctionError)) return answer.result as FunctionOutput<Name>;
  const reason = reasonOf(answer);
  if (answer.code === 'unauthenticated' && isForcedSignOut(reason)) sessionStore.leave(reason);
  if (isProofAsked(reason) && (await proveSecondFactor())) return uploadFile(name, data, file, sending);
  throw answer;
}

/** By XMLHttpRequest, which alone tells how much was sent. */
function send(
  url: string,
  { headers, file, signal, onProgress }: Sending & { headers: Record<string, string>; file: Blob },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.timeout = longestMs;
    for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(responseOf(request));
    request.onerror = () => reject(unreachable('internal'));
    request.ontimeout = () => reject(new FunctionError('deadline-exceeded', t('loading.tooLate')));
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const answeredBy = request.getResponseHeader(answeredByHeader);
  return new Response(request.responseText, {
    status: request.status,
    headers: answeredBy ? { [answeredByHeader]: answeredBy } : {},
  });
}

const timeoutMs = 70_000;

export type MadeFile = {
  href: string;
  name: string;
};

/** Asks for a file to be made. @throws FunctionError, whose message is fit to be shown */
export async function fetchFile(path: string, order: object): Promise<MadeFile> {
  const signal = timeLimit(timeoutMs);
  const headers = { 'content-type': 'application/json', 'accept-language': t.language };
  let response: Response;
  let body: Blob;
  try {
    response = await fetch(path, { method: 'POST', headers, body: JSON.stringify({ data: order }), signal });
    body = await response.blob();
  } catch {
    throw signal.aborted ? new FunctionError('deadline-exceeded', t('loading.tooLate')) : unreachable('internal');
  }
  if (!response.ok) throw failureIn(response, await body.text());
  return { href: URL.createObjectURL(body), name: nameIn(response) };
}

function nameIn({ headers }: Response): string {
  const [, name = 'tags'] = /filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') ?? '') ?? [];
  return decodeURIComponent(name);
}

export function download({ href, name }: MadeFile): void {
  Object.assign(document.createElement('a'), { href, download: name }).click();
}
