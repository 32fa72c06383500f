export type BodyRefusal = { status: 400 | 413 | 415; message: string };

const maxBytes = 64 * 1024;

const notUtf8: BodyRefusal = {
  status: 400,
  message: 'The text is not in UTF-8. Reload the page and send it again.',
};

const cutOff: BodyRefusal = { status: 400, message: 'Not all of it arrived. Send it again.' };

/** Reads the body as UTF-8 text. @returns the text, or a refusal in words for the sender */
export async function readBody(request: Request, type: string): Promise<string | BodyRefusal> {
  const given = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (given !== type) return { status: 415, message: `Send this as ${type}.` };
  const tooLarge = { status: 413 as const, message: 'This is too long. Shorten it and send it again.' };
  if (Number(request.headers.get('content-length')) > maxBytes) return tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.length;
      if (size > maxBytes) return tooLarge;
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof TypeError) throw error;
    return cutOff;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    return notUtf8;
  }
}

export async function readForm(request: Request): Promise<Record<string, string> | BodyRefusal> {
  const body = await readBody(request, 'application/x-www-form-urlencoded');
  if (typeof body !== 'string') return body;
  if (!isUtf8Encoded(body)) return notUtf8;
  return Object.fromEntries(new URLSearchParams(body));
}

/** Checks UTF-8, because URLSearchParams would replace invalid bytes. */
function isUtf8Encoded(body: string): boolean {
  try {
    return decodeURIComponent(body) !== undefined;
  } catch {
    return false;
  }
}

export function isRefused(body: unknown): body is BodyRefusal {
  return typeof body === 'object' && body !== null && typeof (body as BodyRefusal).status === 'number';
}
