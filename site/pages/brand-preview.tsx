import { toItemHash } from '../../domain/items/contract/item-hash.ts';
import { type Scheme, schemeNamed } from '../../domain/settings/contract/accent.ts';
import { brandFields } from '../../domain/settings/contract/brand.ts';
import { maxFooterLinks } from '../../domain/settings/contract/limits.ts';
import { Refusal } from '../../functions/define.ts';
import { adminBrandPath, homePath, itemPath, signInPath } from '../../paths/paths.ts';
import type { PageContext } from '../document/page.ts';
import { type PageResult, showRestPage } from '../document/show-page.tsx';
import { onForm, refusalPage } from '../document/system.tsx';
import { FinderItemPage, itemMetadata } from '../finder/item.tsx';
import { unnamedItem } from '../finder/item-routes.tsx';
import { errorsOf } from '../http/send-file.ts';
import { callFor, readVisitor } from '../http/visitor.ts';
import { home } from './home.tsx';
import { sampleCode } from './sample-tag.tsx';
import { drawWords } from './show-words.tsx';

/** POST /admin/brand/preview: the home page or a finder’s page with the brand in the form. Nothing of it is stored. */
export const showBrandPreview = onForm(
  async (c, form) => {
    const { user } = await readVisitor(c);
    if (!user) return c.redirect(signInPath({ next: adminBrandPath() }), 303);
    const texts = Object.fromEntries(brandFields.flatMap((field) => (field in form ? [[field, form[field]]] : [])));
    const brand = await callFor(c, 'previewBrand', { ...texts, footer: footerIn(form) });
    if (brand instanceof Refusal)
      return showRestPage(c, ({ t }) => {
        const text = Object.values(errorsOf(brand, t) ?? {}).join(' ');
        const action = { label: t('wordsPage.backToEdit'), href: adminBrandPath() };
        return refusalPage(t, brand, { title: t('brandAdmin.notShown'), text, action });
      });
    const [page, scheme] = form.show?.split(' ') ?? [];
    c.set('site', { ...c.var.site, brand: async () => brand });
    return showRestPage(c, async (context) => {
      const shown = page === 'finder' ? drawFinder(context) : await drawWords(c, 'home', home(), context);
      return asPreview(shown, context, schemeNamed(scheme) ?? 'light');
    });
  },
  { label: 'wordsPage.backToEdit', href: adminBrandPath, scope: 'rest' },
);

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
  const shown = { hash: '', code: sampleCode, item, isPreview: false };
  return {
    path: itemPath(toItemHash(sampleCode)),
    metadata: itemMetadata(context, item, shown.hash),
    body: <FinderItemPage context={context} {...shown} conversationPath={undefined} />,
  };
}
