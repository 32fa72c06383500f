import { call } from '../../functions/list.ts';
import type { Site } from '../http/site.ts';
import { readVisitor, type SiteContext } from '../http/visitor.ts';

/** POST /auth/activity: a page reports that somebody used it. 204, also when nobody is signed in (any more). */
export async function answerActivity(c: SiteContext, site: Site): Promise<Response> {
  c.header('Cache-Control', 'no-store');
  const { caller } = await readVisitor(c, site);
  await call('recordActivity', caller, {}, site.installation);
  return c.body(null, 204);
}
