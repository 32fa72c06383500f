import { Readable } from 'node:stream';
import { endingOf } from '../domain/files/contract/schema.ts';
import { point } from '../domain/items/contract/loss.ts';
import { readLogo } from '../domain/settings/logo.ts';
import { type Caller, Refusal, refusalInWords } from '../functions/define.ts';
import { inProtocol, readData } from '../functions/http.ts';
import { call } from '../functions/list.ts';
import { createRequestReads } from '../functions/request-reads.ts';
import { translationsIn } from '../language/languages.ts';
import { refusalStatuses } from '../paths/api.ts';
import { homePath, signInPath } from '../paths/paths.ts';
import { FilesAway } from '../server/files/file-store.ts';
import { networkHashesOf } from '../server/http/network-key.ts';
import { pageLanguageOf } from './http/language.ts';
import { answerPicture, sayWhenToRetry, streamToBrowser } from './http/send-file.ts';
import { callFor, readVisitor, type SiteContext } from './http/visitor.ts';

export async function sendPictureFile(c: SiteContext) {
  const [id = '', size = ''] = [c.req.param('id'), c.req.param('size')?.replace('.webp', '')];
  const read = (caller: Caller) => call('readPicture', caller, { id, size }, c.var.site.services);
  // First as anybody: what everybody may store must not bring a cookie along.
  const open = await read(anybody(c));
  const picture = open instanceof Refusal ? await read((await readVisitor(c)).caller) : open;
  if (picture instanceof Refusal) return refuse(c, picture);
  return answerPicture(c, picture.bytes, `${id}-${size}`, picture.shown ? 'public, no-cache' : 'private, no-cache');
}

/** GET /map/{latitude}/{longitude}: to the map that the operator chose. */
export function openMap(c: SiteContext) {
  const { latitude, longitude } = c.req.param();
  const { data } = point.safeParse({ latitude: Number(latitude), longitude: Number(longitude) });
  if (!data) return c.redirect(homePath());
  const address = c.var.site.services.map.page.replaceAll('{latitude}', String(data.latitude));
  return c.redirect(address.replaceAll('{longitude}', String(data.longitude)));
}

/** GET /files/{id}/sent-{size}.webp, for those who read the conversation; and /files/{id}/reported-{size}.webp, for administrators. */
export function showSentPicture(name: 'readSentPicture' | 'readReportedPicture') {
  return async (c: SiteContext) => {
    const [id = '', size = ''] = [c.req.param('id'), c.req.param('size')?.replace(/[a-z]+-|\.webp/g, '')];
    const { caller } = await readVisitor(c);
    const picture = await callFor(c, name, { id, size });
    if (!(picture instanceof Refusal)) return answerPicture(c, picture.bytes, `${id}-${size}`);
    if (picture.status === 'unauthenticated') return c.redirect(signInPath());
    if (picture.status !== 'permission-denied') return refuse(c, picture);
    c.header('Cache-Control', 'no-store');
    return c.text(refusalInWords(picture, translationsIn(caller.language)).message, 403);
  };
}

/** GET /files/{id}/receipt: a private file, which a browser stores and does not show. */
export async function sendReceipt(c: SiteContext) {
  c.header('Cache-Control', 'no-store');
  const receipt = await callFor(c, 'readReceipt', { id: c.req.param('id') });
  if (receipt instanceof Refusal) {
    return receipt.status === 'unauthenticated' ? c.redirect(signInPath()) : refuse(c, receipt);
  }
  const { content, name, type, bytes } = receipt;
  const fileName = encodeURIComponent(`${name || 'receipt'}.${endingOf(type)}`).replaceAll("'", '%27');
  const headers = {
    'Content-Type': type,
    'Content-Length': String(bytes),
    'Content-Disposition': `attachment; filename="receipt.${endingOf(type)}"; filename*=UTF-8''${fileName}`,
    'Content-Security-Policy': "sandbox; default-src 'none'",
  };
  if (c.req.method === 'HEAD') {
    content.destroy();
    return c.body(null, 200, headers);
  }
  const stream = Readable.toWeb(content) as ReadableStream<Uint8Array>;
  return c.body(streamToBrowser(stream.pipeThrough(expectBytes(bytes)), 'a receipt', c), 200, headers);
}

/** Fails when more or fewer bytes come than were announced. */
function expectBytes(announced: number): TransformStream<Uint8Array, Uint8Array> {
  let left = announced;
  const check = (isWrong: boolean) => {
    if (isWrong) throw new FilesAway(`A stored file has not the ${announced} bytes that it had.`);
  };
  return new TransformStream({
    transform(bytes, controller) {
      left -= bytes.length;
      check(left < 0);
      controller.enqueue(bytes);
    },
    flush: () => check(left !== 0),
  });
}

function anybody(c: SiteContext): Caller {
  const { services, trustProxy } = c.var.site;
  return {
    user: null,
    language: pageLanguageOf(c),
    ...networkHashesOf(c.env.incoming, { keys: services.keys, trustProxy }),
    heldReason: undefined,
    reads: createRequestReads(services),
  };
}

function refuse(c: SiteContext, refusal: Refusal): Response | Promise<Response> {
  if (refusal.status === 'not-found' || refusal.status === 'invalid-argument') return c.notFound();
  sayWhenToRetry(c, refusal);
  c.header('Cache-Control', 'no-store');
  return c.body(null, refusalStatuses[refusal.status]);
}

/** GET /logo/{id}.png: the operator's logo, also for mails of earlier releases. Its address changes with it. */
export async function sendLogo(c: SiteContext) {
  const logo = await readLogo((c.req.param('file') ?? '').replace(/\.png$/, ''), c.var.site.services);
  if (!logo) {
    c.header('Cache-Control', 'no-store');
    return c.text(translationsIn(pageLanguageOf(c))('screen.nothingHere'), 404);
  }
  c.header('Cache-Control', 'public, max-age=31536000, immutable');
  c.header('Cross-Origin-Resource-Policy', 'cross-origin');
  return c.body(logo, 200, { 'Content-Type': 'image/png' });
}

const printTypes = { pdf: 'application/pdf', png: 'image/png', svg: 'image/svg+xml', zip: 'application/zip' };

type PrintName = 'printTags' | 'printPoster' | 'packCodes' | 'proveOwnership';

export function sendPrint(name: PrintName) {
  return async (c: SiteContext) => {
    const { caller } = await readVisitor(c);
    c.header('Cache-Control', 'no-store');
    const asked = await readData(c.req.raw);
    const printed = asked instanceof Refusal ? asked : await callFor(c, name, Object(asked.data));
    if (printed instanceof Refusal) {
      sayWhenToRetry(c, printed);
      return c.json(inProtocol(printed, translationsIn(caller.language)), refusalStatuses[printed.status]);
    }
    return c.body(streamToBrowser(printed.file, 'a print', c), 200, {
      'Content-Type': printTypes[printed.type],
      'Content-Disposition': `attachment; filename="${plain(printed)}"; filename*=UTF-8''${encoded(printed.name)}`,
    });
  };
}

/** For programs that know no `filename*`. */
function plain({ name, type }: { name: string; type: string }): string {
  return /^[\w.-]+$/.test(name) ? name : `tags.${type}`;
}

/** RFC 8187: a few signs that a URL may have are not allowed here. */
function encoded(name: string): string {
  return encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
