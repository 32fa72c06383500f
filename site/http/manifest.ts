import { restLanguageOf } from '../../domain/settings/languages.ts';
import type { Translations } from '../../language/create-translations.ts';
import { directionOf, translationsIn } from '../../language/languages.ts';
import { inboxPath, itemsPath } from '../../paths/paths.ts';
import { type Brand, taglineOf } from '../../ui/brand.ts';
import { languageOfRequest } from './language.ts';
import type { Site } from './site.ts';
import type { SiteContext } from './visitor.ts';

/** The paper of ui/tokens.css, which the browser's own frame takes up. */
export const themeColors = { light: '#fbf8f2', dark: '#12161c' };

/** GET /manifest.webmanifest?lang=…: what a device needs to install the product as an app (C-1.05). */
export function sendManifest(site: Site) {
  return async (c: SiteContext) => {
    c.header('Content-Type', 'application/manifest+json');
    c.header('Cache-Control', 'no-cache');
    c.header('Vary', 'Accept-Language, Cookie');
    const language = restLanguageOf(languageOfRequest(c.env.incoming, site), site.services);
    return c.body(JSON.stringify(manifest(await site.brand(), translationsIn(language))));
  };
}

/** @see https://www.w3.org/TR/appmanifest/ */
function manifest(brand: Brand, t: Translations) {
  const { productName } = brand;
  const icon = (name: string, size: number, purpose: string) => {
    return { src: `/icons/${name}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose };
  };
  return {
    id: '/',
    name: productName,
    short_name: productName,
    description: taglineOf(brand, t),
    lang: t.language,
    dir: directionOf(t.language),
    start_url: itemsPath(),
    scope: '/',
    display: 'standalone',
    background_color: themeColors.light,
    theme_color: themeColors.light,
    icons: [icon('tag-192', 192, 'any'), icon('tag-512', 512, 'any'), icon('tag-maskable-512', 512, 'maskable')],
    shortcuts: [
      { name: t('frame.myItems'), url: itemsPath() },
      { name: t('frame.messages'), url: inboxPath() },
    ],
  };
}
