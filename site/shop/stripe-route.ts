import { Refusal, refusalInWords, refusalStatuses } from '../../functions/define.ts';
import { call } from '../../functions/list.ts';
import { translationsIn } from '../../language/languages.ts';
import { isRefused, readBody } from '../../server/http/read-body.ts';
import type { Site } from '../http/site.ts';
import { readVisitor, type SiteContext } from '../http/visitor.ts';

/** POST /webhooks/stripe, by Stripe alone, which signs. It sends an event again until it gets 200 (decision 034). */
export function receiveStripe(site: Site) {
  return async (c: SiteContext) => {
    c.header('Cache-Control', 'no-store');
    const body = await readBody(c.req.raw, 'application/json');
    if (isRefused(body)) return c.text(body.reason, body.status);
    const { caller } = await readVisitor(c, site);
    const data = { body, signature: c.req.header('stripe-signature') ?? '' };
    const received = await call('receivePaymentEvent', caller, data, site.services);
    if (!(received instanceof Refusal)) return c.text('ok');
    return c.text(refusalInWords(received, translationsIn(caller.language)).message, refusalStatuses[received.status]);
  };
}
