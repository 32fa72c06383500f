import { timeLimit } from '../../../browser/time-limit.ts';
import { FunctionError, failureIn, unreachable } from '../data/call-function.ts';
import { t } from '../document/app-translations.ts';

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
