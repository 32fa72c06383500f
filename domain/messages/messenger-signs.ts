import { placesNamed } from './place-names.ts';

/**
 * Whether a text leads to another messenger: it names one, and beside it stands an invitation, a number or a handle, or nothing else
 * stands in that line. A street or a café of such a name is no sign. Expects small letters without accents.
 */
export function leadsToMessenger(text: string): boolean {
  if (addresses.test(text)) return true;
  const rest = text.replace(places, ' ').replace(declined, ' ');
  if (otherNames.test(rest) || shortNames.some((each) => each.test(rest))) return true;
  return [...rest.matchAll(messengers)].some((found) => {
    const before = lineBefore(rest.slice(Math.max(0, found.index - nearby), found.index));
    const after = lineAfter(rest.slice(found.index + found[0].length, found.index + found[0].length + nearby));
    return (
      (!/[\p{L}\d]/u.test(before.replace(politeWords, '')) && !/[\p{L}\d]/u.test(after.replace(politeWords, ''))) ||
      directlyBefore.test(before) ||
      directlyAfter.test(after) ||
      numberOrHandle.test(before) ||
      numberOrHandle.test(after) ||
      invitation.test(sentenceBefore(before)) ||
      invitation.test(sentenceAfter(after)) ||
      // What stands around it is in letters that the patterns do not know.
      /[^\P{L}\p{Script=Latin}]/u.test(before + after)
    );
  });
}

/** In characters, before and after. */
const nearby = 45;

const lineBefore = (text: string) => text.slice(text.lastIndexOf('\n') + 1);
const lineAfter = (text: string) => text.split('\n', 1)[0] ?? '';
const sentenceBefore = (text: string) => text.split(/[.!?]/).at(-1) ?? '';
const sentenceAfter = (text: string) => text.split(/[.!?]/, 1)[0] ?? '';

/** Of somebody at a messenger. */
const addresses = /\bwa ?\. ?me\b|\bt ?\. ?me\/|\bt\.me\b|\bwhatsappen\b/;

const names =
  "what'?s?-?app?(?:s|e|t)?\\b|\\bwh?at'? ?s ?-?app?\\b|\\bwh?[ao]ts? ?aap\\b|\\bwh?atsap+\\b|\\bwat+sap+\\b|\\bwas+ap\\b|\\btele ?gra?(?:m|rn)\\b|\\btlgrm\\b|\\bkakao ?talk\\b|\\bwe ?chat\\b|\\bviber\\b|\\bsnap ?chat\\b|\\bgoogle (?:chat|hangouts?)\\b|\\bhangouts\\b|\\bskype\\b|\\bzangi\\b|\\bthreema\\b|\\bdiscord\\b|\\bimessage\\b";
const messengers = new RegExp(names, 'g');

/** Whoever says that they have no messenger leads nobody to one; “I don't use WhatsApp much” may. */
const declined = new RegExp(
  `\\b(?:i (?:do not|don't) (?:have|use)|i have no|ich (?:habe?|nutze|benutze) kein|je n'(?:ai|utilise) pas(?: de)?|no (?:tengo|uso|utilizo)) (?:${names})(?= ?(?:[.,;!?()\\n]|$)| (?:but|so|aber|sondern|mais|pero)\\b)`,
  'g',
);

/** Words with other meanings: only as the place of an invitation. */
const ambiguous = 'signal|kik|ig|insta(?:gram)?|(?:facebook )?messenger|facebook|fb';
const otherNames = new RegExp(
  `\\b(?:me|contact|write|text|chat|talk|add|auf|(?:mir|mich|uns) bei|uber|per|via|on|over|by|my|par|sur|por|en|mi|mon) (?:me )?(?:on |via |my |meinem? |mi |mon |the )?(?:${ambiguous}|t/?g)\\b(?! (?:box|strength|bag|post))|\\bsignal[- ]app\\b`,
);

const short = 'tg|t/g|wa|w/a|ig|insta(?:gram)?|fb|snap|kik|signal';
const phone = '(?:\\+|00?)(?:\\d[ ()/.-]{0,2}){6,}';
const handle = '@ ?[a-z\\d_.]{2,}';
const nameWithFigures = '[a-z]{2,}[_\\d][a-z\\d_.]+';
/** “Signal me at +49 …”, “@kim on tg”, “IG: kim”. No signal, the traffic signal and letters on a bag are none. */
const shortNames = [
  `(?<!\\b(?:no|kein|pas de|sin|the|traffic|weak|bad|poor) )(?<![\\w/])(?:${short})\\b[ :=-]{0,3}(?:(?:me|us|mich|mir|uns|moi|nous|number|nr|nummer|numero|id|is|ist|est|es|at|on|an|au|al|a|unter)\\b[ :=-]{0,3}){0,3}(?:${phone}|${handle})`,
  `(?:${handle}|\\b${nameWithFigures}) (?:on|via|at|auf|bei|uber|per|sur|par|en|por|in) (?:my |the |mon |mi )?(?:${short})\\b`,
  `(?<![\\w/])(?:tg|ig|insta(?:gram)?|fb|snap|kik)(?: ?: ?[a-z\\d_.]{3,}| (?:id |is )?${nameWithFigures})`,
  `\\bline(?: id)? ?:? ${handle}|\\bline id ?:? [a-z\\d_.]{3,}`,
  '\\b(?:my|on|mon|sur|mi|mein|auf) (?:snap|wa)\\b(?! (?:of|button|hook|fastener|road))',
].map((source) => new RegExp(source));

const places = placesNamed(`(?:${names}|\\b(?:${ambiguous})\\b)`, 'me|us|mir|mich|uns|moi|[@:+]|\\(?\\d{3}');

const politeWords =
  /\b(?:please|pls|plz|bitte|svp|stp|por favor|s'il vous plait|s'il te plait|ok|yes|no|ja|oui|si|or|oder|ou|o|and|und|et|y)\b/g;

const directlyBefore =
  /\b(?:on|via|by|over|through|using|per|uber|auf|mit|mittels|sur|par|avec|por|con|en|su|tramite|pelo|op|pa|use|try|got|have|habe|haben|hab|j'ai|tengo|my|meine?[mnrs]?|mon|ma|mi|mijn|meu) (?:my |meine?[mnrs]? |mon |ma |mi |the app |app )?["'»«“”„]?$/;

const directlyAfter =
  /^["'»«“”„]? ?(?:me|us|mich|mir|uns|moi|nous|number|no|nr|nummer|id|handle|name|username|contact|kontakt|numero|is better|is easier|ware besser|ist besser|would|works?|possible|moglich)\b|^["'»«“”„]? ?(?:[:=@]|-+>|-+ ?[a-z_.]*\d)/;

/** A phone number of seven figures and more, or @name. */
const numberOrHandle = /(?:\d[ ()/.-]{0,2}){7,}|(?<![a-z\d.])@ ?[a-z\d_.]{2,}/;

/** Stems of verbs and words that ask to come along; of languages besides en, de, fr and es only the commonest. */
const invitation = new RegExp(
  `\\b(?:${[
    "writ(?:e|ing) (?:to )?(?:me|us)|(?:text|message|msg|contact|reach|call|ring|ping|add|hit|dm|find|tell|send|follow|answer|join) (?:me|us)|(?:chat|talk|speak|continue|go on|move|switch|change|get in touch|keep in touch|in contact|install|download|prefer|rather)|better|easier|faster|quicker|send (?:me |us )?an?|(?:can|could|may|will|'ll) (?:also )?(?:write|text|message|use|chat|call)|let'?s|let us|are you|do you (?:have|use)|you have|have you|(?:what|give|send|share|tell)(?:'s| is| me| us)? (?:is )?(?:your|ur)|i(?:'m| am) (?:also )?(?:on|at)|instead",
    'schreib\\w*|schick\\w*|kontakt\\w*|meld\\w*|ruf\\w*|anruf\\w*|chatte\\w*|reden|sprechen|hinzu\\w*|adde\\w*|wechsel\\w*|lieber|besser|einfacher|schneller|nutz\\w*|benutz\\w*|erreich\\w*|haben sie|hast du|habt ihr|wie (?:ist|lautet)|gib mir|geben sie mir|weiter (?:geht|auf)',
    'ecri\\w*|envo[iy]\\w*|contact\\w*|joindre|joign\\w*|appel\\w*|ajout\\w*|parl\\w*|discut\\w*|pass(?:er|ons|ez) (?:sur|a|par)|utilis\\w*|mieux|plutot|prefer\\w*|avez-vous|as-tu|vous avez|tu as|quel est',
    'escrib\\w*|envi\\w*|mand\\w*|habl\\w*|llam\\w*|agreg\\w*|anad\\w*|chate\\w*|mejor|usa|usas|usamos|tiene|tienes|pasame|pasa(?:te|rnos)|pasemonos|pasese|cual es|pongase|ponte',
    'scriv\\w*|contatt\\w*|chiam\\w*|aggiung\\w*|escrev\\w*|cham[ae]\\w*|fala\\w*|adicion\\w*|schrijf\\w*|stuur\\w*|app mij|napisz\\w*|pisz\\w*|zadzwon\\w*|skriv\\w*|napis\\w*|zavolej\\w*|yaz\\w*|ulas\\w*',
  ].join('|')})(?![a-z])`,
);
