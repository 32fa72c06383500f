import { Readable } from 'node:stream';
import { Refusal, refusalStatuses } from '../functions/define.ts';
import { inProtocol, readData } from '../functions/http.ts';
import { call } from '../functions/list.ts';
import { wordsIn } from '../language/languages.ts';
import { sayWhenToRetry } from './http/refusal-status.ts';
import type { Site } from './http/site.ts';
import { streamToBrowser } from './http/stream-to-browser.ts';
import { readVisitor, type SiteContext } from './http/visitor.ts';

/** POST /items/print: tags as a PDF. What is refused is refused as a function refuses it. */
export function sendPrint(site: Site) {
  return async (c: SiteContext) => {
    const { caller } = await readVisitor(c, site);
    c.header('Cache-Control', 'no-store');
    const asked = await readData(c.req.raw);
    const printed =
      asked instanceof Refusal ? asked : await call('printTags', caller, Object(asked.data), site.installation);
    if (printed instanceof Refusal) {
      sayWhenToRetry(c, printed);
      return c.json(inProtocol(printed, wordsIn(caller.language)), refusalStatuses[printed.status]);
    }
    const pdf = Readable.toWeb(printed.pdf) as ReadableStream<Uint8Array>;
    return c.body(streamToBrowser(pdf, 'a print', c, site), 200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': 'attachment; filename="tags.pdf"',
    });
  };
}
