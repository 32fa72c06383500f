import { toItemHash } from '../../domain/items/contract/item-hash.ts';
import { type Scheme, schemeNames } from '../../domain/settings/contract/accent.ts';
import { brandFields } from '../../domain/settings/contract/brand.ts';
import { maxFooterLinks } from '../../domain/settings/contract/limits.ts';
import { Refusal, refusalInWords } from '../../functions/define.ts';
import { call } from '../../functions/list.ts';
import { adminBrandPath, homePath, itemPath, signInPath } from '../../paths/paths.ts';
import { isRefused } from '../../server/http/read-body.ts';
import type { PageContext } from '../document/page.ts';
import { type PageResult, showPage } from '../document/show-page.tsx';
import { formNotRead, systemPage } from '../document/system.tsx';
import { FinderItemPage, itemMetadata } from '../finder/item.tsx';
import { unnamedItem } from '../finder/item-routes.tsx';
import { readTypedForm } from '../http/forms.ts';
import { statusOf } from '../http/send-file.ts';
import type { Site } from '../http/site.ts';
import { readVisitor, type SiteContext } from '../http/visitor.ts';
import { home } from './home.tsx';
import { sampleCode } from './how-it-works.tsx';
import { drawWords } from './show-words.tsx';

/** POST /admin/brand/preview: the home page or a finder’s page with the brand in the form. Nothing of it is stored. */
export function showBrandPreview(site: Site) {
  return async (c: SiteContext) => {
    const form = await readTypedForm(c);
    if (isRefused(form)) return showPage(c, site, ({ t }) => formNotRead(t, form, backToBrand(t)), 'rest');
    const { caller, user } = await readVisitor(c, site);
    if (!user) return c.redirect(signInPath({ next: adminBrandPath() }), 303);
    const texts = Object.fromEntries(brandFields.flatMap((field) => (field in form ? [[field, form[field]]] : [])));
    const change = { ...texts, footer: footerIn(form) };
    const brand = await call('previewBrand', caller, change, site.services);
    if (brand instanceof Refusal) return showPage(c, site, ({ t }) => refused(brand, t), 'rest');
    const [page, scheme] = form.show?.split(' ') ?? [];
    const seen: Site = { ...site, brand: async () => brand };
    const draw = page === 'finder' ? drawFinder : (context: PageContext) => drawWords('home', home, context, seen);
    return showPage(c, seen, async (context) => asPreview(await draw(context), context, schemeIn(scheme)), 'rest');
  };
}

function footerIn(form: Record<string, string>) {
  const below = (start: string) =>
    Object.fromEntries(
      Object.entries(form).flatMap(([name, text]) =>
        name.startsWith(start) && !name.slice(start.length).includes('.') ? [[name.slice(start.length), text]] : [],
      ),
    );
  const links = Array.from({ length: maxFooterLinks }, (_, n) => ({
    address: form[`footer.links.${n}.address`] ?? '',
    labels: below(`footer.links.${n}.labels.`),
  }));
  return { texts: below('footer.texts.'), links };
}

const schemeIn = (name: string | undefined): Scheme => schemeNames.find((each) => each === name) ?? 'light';

function backToBrand(t: PageContext['t']) {
  return { label: t('wordsPage.backToEdit'), href: adminBrandPath() };
}

function refused(refusal: Refusal, t: PageContext['t']): PageResult {
  const { message, details } = refusalInWords(refusal, t);
  const text = Object.values(details?.fields ?? { message }).join(' ');
  return systemPage(t, { status: statusOf(refusal), title: t('brandAdmin.notShown'), text, action: backToBrand(t) });
}

function asPreview(shown: PageResult, { t }: PageContext, scheme: Scheme): PageResult {
  return {
    path: homePath(),
    ...shown,
    metadata: { ...shown.metadata, noindex: true },
    forStranger: true,
    shared: false,
    scheme,
    body: (
      <>
        <div className="wrap py-3">
          <p className="alert alert-success">{t('brandAdmin.preview')}</p>
        </div>
        {/* Nothing is sent from here. */}
        <div inert>{shown.body}</div>
      </>
    ),
  };
}

function drawFinder(context: PageContext): PageResult {
  const { t } = context;
  const item = {
    ...unnamedItem(sampleCode),
    name: t('brandAdmin.sampleItem'),
    category: 'bag' as const,
    note: t('homePage.sampleNote'),
  };
  const shown = { hash: '', code: sampleCode, item, own: false, sharedBy: undefined, isPreview: false };
  return {
    face: 'finder',
    path: itemPath(toItemHash(sampleCode)),
    metadata: itemMetadata(context, item),
    body: <FinderItemPage context={context} {...shown} conversationPath={undefined} />,
  };
}
