import { setWords } from '../app/start/words.ts';
import { wordsIn } from '../language/languages.ts';

// What the app's modules say outside of a browser.
setWords(wordsIn('en'));
