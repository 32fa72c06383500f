import { codeInAddress, toItemHash } from '../../domain/items/contract/item-hash.ts';
import { readTagCode } from '../../domain/items/contract/tag-code.ts';
import { findTagPage } from '../../domain/items/tag-page.ts';
import { itemPath } from '../../paths/paths.ts';
import { showPage } from '../document/show-page.tsx';
import type { Site } from '../http/site.ts';
import type { SiteContext } from '../http/visitor.ts';
import { home } from './home.tsx';
import { drawWords } from './show-words.tsx';

/** GET /: the home page; with ?code=…, typed from a tag by hand, on to that tag's page. */
export function showHome(site: Site) {
  return async (c: SiteContext) => {
    const typed = c.req.query('code');
    const hash = typed ? toItemHash(readTagCode(String(codeInAddress(typed)))) : '';
    if (hash && (await findTagPage(hash, site.services)).state !== 'unknown') return c.redirect(itemPath(hash), 303);
    return showPage(
      c,
      site,
      async (context) => ({
        ...(await drawWords('home', home, context, site)),
        status: typed ? 404 : 200,
      }),
      'rest',
    );
  };
}
