import { Readable } from 'node:stream';
import { Refusal, refusalStatuses } from '../functions/define.ts';
import { inProtocol, readData } from '../functions/http.ts';
import { call } from '../functions/list.ts';
import { translationsIn } from '../language/languages.ts';
import { sayWhenToRetry } from './http/refusal-status.ts';
import type { Site } from './http/site.ts';
import { streamToBrowser } from './http/stream-to-browser.ts';
import { readVisitor, type SiteContext } from './http/visitor.ts';

const contentTypes = { pdf: 'application/pdf', png: 'image/png', svg: 'image/svg+xml', zip: 'application/zip' };

type PrintName = 'printTags' | 'printPoster' | 'packCodes' | 'proveOwnership';

/** POST /items/print, /poster, /codes and /proof: what is printed as a file. What is refused is refused as a function refuses it. */
export function sendPrint(site: Site, name: PrintName) {
  return async (c: SiteContext) => {
    const { caller } = await readVisitor(c, site);
    c.header('Cache-Control', 'no-store');
    const asked = await readData(c.req.raw);
    const printed = asked instanceof Refusal ? asked : await call(name, caller, Object(asked.data), site.services);
    if (printed instanceof Refusal) {
      sayWhenToRetry(c, printed);
      return c.json(inProtocol(printed, translationsIn(caller.language)), refusalStatuses[printed.status]);
    }
    const file = Readable.toWeb(printed.file) as ReadableStream<Uint8Array>;
    return c.body(streamToBrowser(file, 'a print', c, site), 200, {
      'Content-Type': contentTypes[printed.type],
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
