import { withTimeout } from '../concurrency.ts';

export type BodyRefusal = {
  status: 400 | 413 | 415;
  reason: 'wrongType' | 'bodyTooLarge' | 'notUtf8' | 'cutOff';
  type: string;
};

const maxBytes = 64 * 1024;

const formType = 'application/x-www-form-urlencoded';

export async function readBody(request: Request, type: string): Promise<string | BodyRefusal> {
  const given = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (given !== type) return { status: 415, reason: 'wrongType', type };
  const tooLarge: BodyRefusal = { status: 413, reason: 'bodyTooLarge', type };
  if (Number(request.headers.get('content-length')) > maxBytes) return tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of bodyInTime(request, 'form')) {
      size += chunk.length;
      if (size > maxBytes) return tooLarge;
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof TypeError) throw error;
    return { status: 400, reason: 'cutOff', type };
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    return notUtf8(type);
  }
}

export async function readForm(request: Request): Promise<Record<string, string> | BodyRefusal> {
  const body = await readBody(request, formType);
  if (typeof body !== 'string') return body;
  if (!isUtf8Encoded(body)) return notUtf8(formType);
  return Object.fromEntries(new URLSearchParams(body));
}

function notUtf8(type: string): BodyRefusal {
  return { status: 400, reason: 'notUtf8', type };
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

/** The bytes that a body must bring in each half minute, or in its last part of one. */
export const leastBytes = { form: 1_000, file: 8_000 };

const windowMs = 30_000;

/** The body as it arrives. Only the time in which it is waited for counts. @throws when it is cut off, or its sender is too slow */
export async function* bodyInTime(request: Request, kind: keyof typeof leastBytes): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader();
  if (!reader) return;
  let missing = leastBytes[kind];
  let leftMs = windowMs;
  try {
    for (;;) {
      const since = performance.now();
      const read = await withTimeout(leftMs, reader.read(), 'late' as const);
      if (read === 'late') throw new Error('The body came too slowly.');
      if (read.done) return;
      leftMs -= performance.now() - since;
      missing -= read.value.length;
      if (missing <= 0) [missing, leftMs] = [leastBytes[kind], windowMs];
      yield read.value;
    }
  } finally {
    // Cancelling would close the connection before the sender has the answer.
    reader.releaseLock();
  }
}
