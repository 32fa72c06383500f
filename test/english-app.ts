import { setTranslations } from '../app/core/document/app-translations.ts';
import { translationsIn } from '../language/languages.ts';

// What the app's modules say outside of a browser.
setTranslations(translationsIn('en'));
