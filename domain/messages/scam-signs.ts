import type { Message, ScamKind } from './contract/schema.ts';
import { leadsToMessenger } from './messenger-signs.ts';
import { placesNamed } from './place-names.ts';
import { type Refusal, refusalsIn } from './scam-refusals.ts';

/**
 * The known scam that a text resembles; the most dangerous one when there are several, and null when there is none. Knows English, German,
 * French and Spanish. Sees through look-alike letters, digits in place of letters, spaced letters and accents. It only warns, so it rather
 * warns of an honest sentence about paying in advance than misses a dishonest one. What postage costs is no sign; to be paid before is one.
 * Nor is a messenger that nobody is asked to write with.
 */
export function scamIn(text: string): ScamKind | null {
  const spellings = spellingsOf(text).map((plain) => ({ plain, refusals: refusalsIn(plain) }));
  const found = signs.find(({ matches }) => spellings.some(matches));
  return found?.kind ?? null;
}

/** Of everything that was typed into one message. */
export function scamInMessage({ text, details }: Pick<Message, 'text' | 'details'>): ScamKind | null {
  return scamIn([text, details?.place, details?.openingHours, details?.reference].filter(Boolean).join('\n'));
}

/** As it is, and with digits that stand for letters, of which 1 may be two. */
function spellingsOf(text: string): string[] {
  const plain = plainOf(text);
  if (!/\d|[@$|]|[a-z][+!€][a-z]/.test(plain)) return [plain];
  return [...new Set([plain, readDigits(plain, 'i'), readDigits(plain, 'l')])];
}

function plainOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/[’‘`´]/g, "'")
    .replace(/[‐‑–—]/g, '-')
    .replace(flagLetters, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0x1f1e6 + 97))
    .replace(lookAlike, (letter) => lookAlikes[letter] ?? letter)
    .replace(/vv/g, 'w')
    .replace(/[^\S\n]+/g, ' ')
    .replace(amounts, amount)
    .replace(amountsInWords, amount)
    .replace(spacedLetters, (letters) => letters.replace(/[^\p{L}\d@$]/gu, ''));
}

/** “w h a t s a p p”, “w.h.a.t.s.a.p.p”, one letter a line */
const spacedLetters = /(?<![\p{L}\p{N}])[\p{L}\d@$](?:[\s.,*_/~·•-]{1,2}[\p{L}\d@$]){3,}(?![\p{L}\p{N}])/gu;

/** 🇦 to 🇿 */
const flagLetters = /[\u{1f1e6}-\u{1f1ff}]/gu;

/** Cyrillic, Greek, Armenian, Lisu, and the small capitals of phonetic writing. */
const lookAlikes: Record<string, string> = {
  ...{ а: 'a', в: 'b', е: 'e', к: 'k', м: 'm', н: 'h', о: 'o', р: 'p', с: 'c', т: 't', у: 'y', х: 'x', і: 'i', ѕ: 's' },
  ...{ ј: 'j', ԁ: 'd', һ: 'h', ӏ: 'l', ԛ: 'q', ԝ: 'w', г: 'r' },
  ...{ α: 'a', ε: 'e', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x', ω: 'w', ı: 'i', σ: 'o' },
  ...{
    ш: 'w',
    ѡ: 'w',
    ց: 'g',
    օ: 'o',
    հ: 'h',
    ո: 'n',
    ս: 'u',
    ꓪ: 'w',
    ꓮ: 'a',
    ꓔ: 't',
    ꓓ: 'd',
    ꓖ: 'g',
    ꓲ: 'i',
    ꓳ: 'o',
    ꓑ: 'p',
  },
  ...{
    ᴀ: 'a',
    ɑ: 'a',
    ʙ: 'b',
    ᴄ: 'c',
    ᴅ: 'd',
    ᴇ: 'e',
    ꜰ: 'f',
    ɢ: 'g',
    ɡ: 'g',
    ʜ: 'h',
    ɪ: 'i',
    ɩ: 'i',
    ᴊ: 'j',
    ᴋ: 'k',
    ʟ: 'l',
  },
  ...{ ᴍ: 'm', ɴ: 'n', ᴏ: 'o', ᴘ: 'p', ʀ: 'r', ꜱ: 's', ᴛ: 't', ᴜ: 'u', ᴠ: 'v', ᴡ: 'w', ʏ: 'y', ᴢ: 'z' },
};
const lookAlike = new RegExp(`[${Object.keys(lookAlikes).join('')}]`, 'gu');

const letterOf: Record<string, string> = {
  0: 'o',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '+': 't',
  '€': 'e',
};

/** Only beside letters: an amount stays one. */
function readDigits(text: string, one: 'i' | 'l'): string {
  return text
    .replace(/(?<=[a-z])!(?=[a-z])/g, one)
    .replace(/(?<=[a-z])[+€](?=[a-z])/g, (sign) => letterOf[sign] ?? sign)
    .replace(/[a-z\d@$|]+/g, (word) =>
      /[a-z]/.test(word) ? word.replace(/[1|]/g, one).replace(/[03457@$]/g, (sign) => letterOf[sign] ?? sign) : word,
    );
}

/** At most so many characters of the same sentence. */
const near = (most: number) => `[^.!?\\n]{0,${most}}?`;
/** The same within a clause. */
const within = (most: number) => `[^.!?,;\\n]{0,${most}}?`;
/** In either order. */
const together = (one: string, other: string) => `(?:${one})${near(40)}(?:${other})|(?:${other})${near(40)}(?:${one})`;
/** “You will get a text, tell me …” */
const askedFor = `(?:, (?:please |and |it |then )?(?:tell|give|send|read|forward|has|with|contains)\\b${within(20)})?`;
/** Before a verb: somebody is told not to, or need not. After “if you …” it is a threat. */
const notAsked =
  "(?<!(?:(?:^|[.!?:;\\n] ?|\\bplease |(?<!\\b(?:if|unless|until|when)\\b[^.!?\\n]{0,60})(?:,|\\b(?:and|but|so)) )(?:(?:do not|don't)(?: ever)?|never)|\\byou (?:do not|don't) (?:have|need) to|\\bneed not|\\bneedn't|\\bno need to) )";
const link =
  '(?:https?:|www\\.|\\b[a-z0-9-]{2,}\\.(?:com|net|org|info|io|app|xyz|top|site|online|link|live|ly|co|ru|cn|de|fr|es|uk)\\b)';
/** Stands in the place of each sum of money, so that patterns need not read figures. */
const amount = '¤';
const currency = '(?:euros?|eur|usd|dollars?|dolares|pounds?|quid|gbp|bucks|chf|francs?|franken|pesos)';
const figures = [
  'ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand',
  'zehn|zwanzig|dreissig|vierzig|funfzig|sechzig|siebzig|achtzig|neunzig|hundert|tausend',
  'dix|vingt|trente|quarante|cinquante|soixante|cents?|mille|diez|veinte|treinta|cuarenta|cincuenta|cien|doscientos|trescientos|quinientos|mil',
].join('|');
const times = '(?:a|one|two|three|four|five|ein|zwei|drei|vier|funf|deux|trois|quatre|cinq|dos|tres|cuatro|cinco)';
const amountsInWords = new RegExp(`\\b(?:${times} ?)?(?:${figures}) ${currency}\\b`, 'g');
const amounts =
  /(?<![a-z\d])(?:[€$£]|eur|usd|gbp) ?\d[\d.,]*|(?<![\d.,])\d[\d.,]* ?(?:[€$£]|(?:euros?|eur|usd|dollars?|dolares|pounds?|quid|gbp|bucks|chf|francs?|franken|pesos)\b)/g;

const paymentNames =
  'wes ?tern[ -]?uni ?on|money[ -]?gram|\\bbit ?coins?\\b|\\bbtc\\b|\\busdt\\b|\\bcrypto\\b|\\bkrypto\\w*|\\bcriptomonedas?\\b|\\bcash ?app\\b|\\bzelle\\b|\\bvenmo\\b|\\b(?:to|via|by|per|auf|sur|por|a|al) (?:(?:my|his|her|mein|mon|mi) )?(?:monzo|revolut)\\b|\\bpay[ -]?pal\\b(?![ -]?(?:cards?|debit|karten?)\\b)|\\bbizum\\b|\\biban\\b|\\bneosurf\\b|\\btranscash\\b|\\bpcs\\b';
const payments = new RegExp(paymentNames);
const placesOfPayments = placesNamed(paymentNames, 'me|us|mir|uns|moi|to|only|please|bitte|account|my|an|[@:¤]', {
  withCounters: false,
});

type Spelling = { plain: string; refusals: Refusal[] };
type Sign = { kind: ScamKind; matches: (spelling: Spelling) => boolean };

/** The most dangerous first. Texts are in small letters without accents. */
const signs: Sign[] = [
  sign('code', [
    // en
    `\\bcodes?\\b${within(20)}\\b(?:arrived|came|texted) (?:on|to|at|in) your (?:phone|mobile|cell)\\b(?!(?: phone)? (?:shop|store|case|cover|bag|pouch)\\b)`,
    `\\bdigits\\b(?:${within(10)}\\byou (?:just (?:got|get|received?)|received)|, ?you just (?:got|received))\\b`,
    '\\b(?:sms|text message|verification|verify|verifying|confirmation|authentication|authorization|one[- ]time|otp|whatsapp|google(?: voice)?|(?<!\\b(?:lock|case|suitcase|box|bag|luggage|backpack|safe|bike) (?:has|had|with) a )(?:6|six|5|five|4|four)[- ]?digits?) ?-?(?:pass)?codes?\\b',
    `\\b(?:i|we)(?: have| just|'ve|'ll| will| am| are| going to)* ?(?:sent|send|sending|text|texted|texting) (?:to )?(?:you|your)(?: an? (?:sms|text)${near(25)}|${within(25)})(?<!zip |postal |post |qr |tag )codes?\\b`,
    `\\bcodes?\\b(?:${within(20)}(?:you|your phone|your mobile) (?:just )?(?:got|get|receive|received|will get|will receive)\\b|, ?you just (?:got|received)\\b)`,
    '\\b(?:send|give|tell|text|forward|read|share) (?:me|us) (?:the|that|this|your) (?:\\w+ )?(?<!\\b(?:zip|postal|post|qr|tag|door|gate|locker|access|entry) )codes?\\b(?! (?:of|for|to|on|name)\\b)',
    `\\b(?:number|digits|pin)\\b${near(20)}\\b(?:google|whatsapp|apple|facebook|instagram|microsoft|paypal)\\b${within(15)}\\b(?:sent|sends|texted)\\b`,
    `\\b(?:digit|sms|text message)\\b${within(20)}\\byou (?:just )?(?:got|get|receive|received|will get)\\b`,
    '\\bread (?:me|out) (?:the|that|your) (?:sms|text|number|digits)\\b',
    `\\byou(?:'ll| will| should| are going to) (?:soon )?(?:get|receive) an? (?:text|sms|message)\\b${within(20)}${askedFor}\\b(?:numbers?|digits?|figures|codes?|pin)\\b`,
    `\\byou (?:just )?(?:got|get|received?) an? (?:text|sms|message)\\b${within(20)}${askedFor}\\b(?:digits?|figures|codes?|pin)\\b`,
    // de
    `\\b(?:vier|funf|sechs|[456])-?stellige\\w* (?:zahl|ziffer|nummer|code)\\w*\\b(?:, (?:die|den|welche[rn]?)\\b)?${within(40)}\\b(?:geschickt|gesendet|bekommen|erhalten)\\b`,
    `\\bwelche[rn]? code\\b${within(25)}\\b(?:kam|gekommen|angekommen|bekommen|erhalten)\\b`,
    '\\b(?:sms|bestatigungs|verifizierungs|verifikations|sicherheits|freigabe|freischalt|einmal|authentifizierungs|aktivierungs|whatsapp)[ -]?(?:sms[ -]?)?(?:codes?|pin|tan)\\b',
    `(?<!qr-|qr |bar|tur)\\bcode\\b(?:, (?:der|den|welche[rn]|er|(?:sie|du) (?:bekomm|krieg|erhalt)\\w*)\\b)?${within(30)}(?:per sms|aufs? (?:dein|ihr)?\\w* ?handy)`,
    `\\b(?:hab|habe|schicke|sende) (?:ihnen|dir) (?:gerade |eben |jetzt )?(?:einen|den) code\\b`,
    `\\b(?:schick|sag|gib|geb|nenn|lies|les|send)(?:e|en)? (?:sie )?(?:mir|uns)\\b(?:, bitte,)?${within(15)}(?<!qr-|qr )\\bcode\\b(?! (?:der|des|fur|vom|zur|zum|von) )`,
    `\\b(?:bekomm|krieg|erhalt)\\w* ${within(20)}\\bsms\\b(?:, (?:darin|mit|da|in der|(?:bitte )?(?:schick|sag|nenn|gib|geb|lies|les|send)\\w*)\\b)?${within(20)}\\b(?:nummer|zahlen?|ziffern?|code|pin)\\b`,
    '\\bsms\\b, (?:die|deren|den) (?:nummer|zahl|ziffern|code|pin)\\w* (?:brauch|schick|sag|nenn|gib|geb|send)',
    // fr
    `(?<!qr )\\bcode\\b(?:${within(20)}\\bvient de (?:vous|t')| que (?:vous venez|tu viens) de recevoir\\b)`,
    `\\b(?:vous venez|tu viens|venez-vous|viens-tu) de recevoir\\b${within(20)}(?<!qr )\\bcode\\b(?! (?:postal|qr)\\b)`,
    `\\bquel code\\b${within(10)}\\b(?:avez-vous|as-tu|vous avez|tu as)\\b${within(10)}\\brecu\\b`,
    `\\bcode (?:de |d'|a )?(?:verification|confirmation|securite|validation|authentification|usage unique|(?:6|six|4|quatre) chiffres)`,
    `(?<!qr )\\bcode\\b(?:, (?:qui\\b|que\\b|(?:vous|tu) (?:le |l')))?${within(30)}\\b(?:par sms|recu (?:sur|par)|que vous (?:avez recu|allez recevoir|recevrez)|que tu (?:as recu|vas recevoir))`,
    `\\b(?:(?:allez|vas) recevoir|recevrez|recevras|(?:avez|as) recu)\\b${within(20)}\\b(?:sms|texto)\\b(?:, (?:avec|dites|donne|envoye|il y a|il contient))?${within(20)}\\b(?:codes?|chiffres)\\b`,
    `\\b(?:envoie|envoyez|donne|donnez|dis|dites|communique|communiquez)[- ](?:moi|nous)\\b${within(15)}(?<!qr )\\bcode\\b(?! (?:postal|qr|de la |de l'|d'entree|du ))`,
    // es
    '\\b(?:te|le) (?:he|acabo de|voy a|estoy) ?(?:enviar|enviado|enviando|mandar|mandado|mandando) (?:un|el) codigo\\b',
    `\\bque codigo\\b${near(10)}\\b(?:te|le) (?:ha llegado|llego|llega)\\b`,
    `\\bcodigo (?:de )?(?:verificacion|confirmacion|seguridad|validacion|autenticacion|un solo uso|(?:6|seis|4|cuatro) (?:digitos|cifras))`,
    `(?<!qr )\\bcodigo\\b(?:, (?:que|(?:te|le) lleg\\w*|lo recib\\w*)\\b)?${within(30)}\\b(?:por sms|que (?:te|le) (?:llega|llego|llegara|ha llegado|envie|mande|he enviado|he mandado)|que (?:recibiste|recibio|has recibido|recibiras))`,
    `\\b(?:(?:te|le) lleg\\w*|(?:te|le) (?:ha|va a) lleg\\w*|recibiras?|recibiste|(?:has|ha) recibido|vas? a recibir)\\b${near(15)}\\bsms\\b${near(20)}\\b(?:codigo|cifras|digitos)\\b`,
    `\\b(?:dame|deme|dime|digame|enviame|envieme|mandame|mandeme|pasame|paseme)\\b${near(10)}\\bcodigo\\b(?! (?:postal|qr|de la |del ))`,
  ]),
  sign('log-in', [
    // A link and what is to be done there.
    `${link}[^]{0,120}\\b(?:sign ?in|log ?in|password|verify|unlock|icloud|apple id|find my|anmelden|einloggen|passwort|connecter|connectez|mot de passe|sesion|contrasena)`,
    `\\b(?:sign ?in|log ?in|password|verify|unlock|icloud|apple id|find my|anmelden|einloggen|passwort|connecter|connectez|mot de passe|sesion|contrasena)[^]{0,120}${link}`,
    // en
    `\\b(?:tell|give|send|text|share|enter|type|confirm|i need|we need|need to know|what(?:'s| is))\\b${near(30)}\\b(?:pass-? ?word|passcode|pass code|pin(?: code| number)?\\b|apple id\\b|icloud|credentials|cvv|card number|bank details|online banking)`,
    '\\b(?:sign|log) ?-?in (?:to|with|at|on|here|there)\\b[^.!?\\n]{0,30}\\b(?:apple|icloud|google|samsung|your account|your bank|link|page)\\b',
    `\\b(?:remove|turn off|switch off|disable|deactivate)\\b${near(30)}\\b(?:activation lock|icloud|find my|apple id)\\b`,
    // de
    `\\b(?:sag|sagen|nenn|nennen|gib|geben|schick|schicken|send|senden|brauche|benotige|bestatig|bestatigen|eingeben|teil|teilen)e?\\b${near(40)}\\b(?:passwort|kennwort|pin|apple-?[ ]?id|icloud|zugangsdaten|anmeldedaten|entsperrcode|kreditkarte\\w*|bankdaten)\\b`,
    `(?<!\\b(?:steht|zeigt|display|bildschirm):? ?["'„“]?)\\b(?:passwort|kennwort|pin|apple-?[ ]?id|icloud|zugangsdaten|anmeldedaten|entsperrcode|bankdaten)\\b${near(30)}\\b(?:sagen|nennen|geben|schicken|senden|eingeben|bestatigen|mitteilen)\\b`,
    `\\b(?:(?:meld|logg)(?:e|en)? (?:sie sich|dich)|einloggen|anmelden)\\b${near(30)}\\b(?:apple|icloud|google(?! maps)|konto|account|link)\\b`,
    `\\b(?:apple|icloud|google|konto|account)\\b${near(30)}\\b(?:einloggen|anmelden|entfernen|abmelden)\\b`,
    `\\b(?:schalt|deaktivier|entfern(?!t)|losch|heb)\\w*\\b${near(40)}\\b(?:icloud|(?:icloud[- ]?|aktivierungs)sperre)\\b`,
    `\\b(?:brauch\\w*|benotig\\w*|schick\\w*|send\\w*|gib|geben sie|nenn\\w*|teil\\w*)\\b[^.!?,\\n]{0,30}\\b(?:kontodaten|kartennummer|kartendaten|tan)\\b`,
    // fr
    `\\b(?:donne|donnez|envoie|envoyez|dis|dites|indiquez?[- ](?:moi|nous)|communique|communiquez|saisis|saisissez|entrez|confirme|confirmez|besoin)\\b${near(40)}\\b(?:mot de passe|identifiants?|apple id|icloud|code pin|code de deverrouillage|numero de carte(?! d'identite)|cryptogramme|carte bancaire|coordonnees bancaires)\\b`,
    `\\bconnecte[sz]?[- ](?:vous|toi)\\b${near(30)}\\b(?:apple|icloud|google|compte|lien)\\b`,
    `\\b(?:desactive[rz]?|supprime[rz]?|enleve[rz]?)\\b${near(30)}\\b(?:icloud|localiser|apple id)\\b`,
    // es
    `\\b(?:da|dame|deme|dar|envia|enviame|envieme|manda|mandame|mandeme|dime|digame|pasa|pasame|introduce|introduzca|ingresa|ingrese|confirma|confirme|necesito)\\b${near(40)}\\b(?:contrasena|credenciales|apple id|icloud|pin|clave|cvv|datos bancarios|numero de (?:su|tu) tarjeta|tarjeta de credito)\\b`,
    `\\b(?:inicia|inicie|iniciar) sesion\\b`,
    `\\b(?:desactiva|desactive|elimina|elimine|quita|quite)\\b${near(30)}\\b(?:icloud|buscar mi|apple id)\\b`,
  ]),
  ...giftCards(),
  { kind: 'money', matches: (spelling) => payments.test(withoutRefusals(spelling).replace(placesOfPayments, ' ')) },
  sign('money', [
    // en
    `\\b(?:pay|deposit|transfer|send) ${amount},?(?: and| then| or else)* you (?:get|have|receive)\\b(?! (?:a|there|in)\\b)`,
    `\\b(?:send|pay|transfer|wire|give) (?:me|us)\\b${near(30)}(?:\\b(?:money|cash|funds|deposit|fee)\\b|${amount})`,
    `${notAsked}\\b(?:send|transfer|wire) (?:the |some |your )?(?:money|cash|funds|payment|deposit)\\b`,
    "\\b(?:send|transfer|wire) (?:the |some |your )?(?:money|cash),? (?:and|or) (?:i(?:'ll| will)? (?:keep|sell|throw|destroy|burn)|you(?:'ll| will|'d)? (?:never|not|won't|lose))\\b",
    `\\b(?:pay|paid|payment|money|cash|deposit|reward|postage|shipping|fee|${amount})${near(30)}\\b(?:up ?-?front|in advance|beforehand|before (?:(?:i|we)(?: can|'ll| will)? (?:send|give|ship|post|return|hand|bring|tell)|you (?:get|have|receive|can)|sending|shipping))`,
    `\\b(?:pay|paid|payment|deposit|reward|postage|shipping|fee|${amount})${near(30)}\\bfirst\\b(?! (?:class|name|floor|aid|thing|bench|stop))`,
    '\\b(?:money|cash) (?:comes )?first\\b',
    `${amount} (?:first|up ?-?front|in advance|beforehand)\\b(?! (?:class|name|floor|aid|thing|bench|stop))`,
    `\\b(?:i|we)(?:'d like| would like| want| need| require| demand| ask for)\\b(?! to (?!have|get|be paid))${near(20)}${amount}`,
    `\\b(?:get|have) it(?: back)? for\\b${near(10)}${amount}`,
    `\\bi(?:'ll|'d| will| can| would)?(?: only)? (?:return|give|bring|hand|sell)\\b${near(20)}\\b(?:for|against)(?: a reward of)? ${amount}`,
    `(?<!\\b(?:was|is|were|has|had|with|found|contains?|contained|inside|there's) )\\b(?:no|without)(?: any)? (?:money|cash|payment|reward),? (?:then )?no (?!problem|need|worr|id|cards?|documents?|papers?\\b)\\w+`,
    `${amount}(?: and| or else)? you(?:'ll| will| can) (?:have|get) it\\b(?! (?:there|from|in)\\b)`,
    `${notAsked}\\bpay (?:me|us) (?:just |only )?(?:\\d+|${amount})(?: and|,)`,
    `\\bwire (?:me |us )?(?:the|back the) (?:rest|difference|remainder)\\b`,
    `(?<!\\b(?:office|station|police|airport|desk|there),? )\\byou (?:only |just )?(?:have to |need to |must |first )?(?:pay|cover) (?:for )?(?:a |an |the )?(?:insurance|courier|transfer|small (?:\\w+ )?fee)\\b`,
    `\\b(?:once|when|if) you (?:cover|settle) (?:for )?the\\b`,
    `\\b(?:send|transfer|wire|deposit|pay)\\b${near(20)}\\b(?:to|into) (?:my|this|our|the following) (?:bank )?account\\b`,
    `\\b(?:first|up ?-?front|in advance)\\b${near(20)}\\b(?:pay|payment|money|cash|deposit)\\b`,
    `\\b(?:when|once|after|until|unless|if) (?:you|i|we)(?: have|'ve| do not| don't)? ?(?:pay(?! a visit| attention)|paid|get paid|am paid|are paid|got the money|get the money|received? the (?:money|payment))\\b`,
    "\\bbefore you(?: pay|(?: have|'ve) paid) (?:me|us)\\b(?! a visit)",
    `\\bbefore you(?: (?:pay|send|transfer|wire)|(?: have|'ve) (?:paid|sent|transferred|wired))(?: me| us)? (?:(?:the |some |my )?(?:money|cash|postage|shipping|fee)\\b|${amount}(?! (?:for|at|in)\\b))`,
    `\\b(?:won't|will not|can't|cannot|don't|do not|never|nothing|stays?|keep)\\b${near(40)}\\bbefore you(?: pay|(?: have|'ve) paid| paid(?= (?:me|us|${amount})))\\b(?! (?:for|at|in|attention|a visit|the|your)\\b)`,
    `\\b(?:if (?:i|we) (?:do not|don't)|unless (?:i|we)|until (?:i|we)(?: have|'ve)?) (?:get|receive|(?<=(?:have|'ve) )(?:got|received))\\b${near(10)}${amount}(?! for (?:the|a|my) (?:bus|train|tram|taxi|ticket)\\b)`,
    together(
      `\\b(?:if|after|once|when) (?:i|we)(?: have|'ve)? (?:get|got|receive|received)\\b${near(10)}${amount}`,
      "\\b(?:you(?:'ll| will| can)? (?:get|have)|(?:i|we)(?:'ll| will| can)? (?:send|return|give|ship|post|bring|hand)) (?:it|your?|the)\\b",
    ),
    '\\b(?:customs|clearance|release|processing|activation|insurance) (?:fee|charge|deposit)s?\\b',
    `\\bcustoms\\b${near(15)}\\b(?:wants?|asks?|demands?|requires?|needs?)\\b${near(10)}${amount}`,
    `\\bwithout (?:my |the |those )?${amount},? you(?:'ll| will| can| do)?(?: never|n't| not)* (?:see|get) (?:it|your|the)\\b`,
    `\\b(?:he|she|my \\w+) (?:wants|demands|asks(?: for)?) ${amount} for (?:it|the|your)\\b`,
    `\\bby (?:bank )?transfer,? and (?:then )?(?:i|we)(?:'ll| will) (?:ship|send|post|return|give)\\b`,
    `\\bhow much (?:(?:will|would|do|can) you|are you willing to) (?:pay|give|offer)\\b${near(20)}\\b(?:back|for it)\\b`,
    `\\b(?:overpa(?:y|id)|sent (?:you )?too much|(?:cheque|check) (?:for|of) ${amount})`,
    // de
    `\\b(?:zahl|bezahl)(?:en sie|e?) (?:bitte |mir )?erst(?:mal)?\\b(?!(?: einmal| mal)? (?:wenn|bei|nach|vor|morgen|spater|gar|nichts|kein))${within(20)}(?:\\bporto|\\b(?:paket|ruck)?versand|\\brucksend|gebuhr|${amount})`,
    '\\b(?:zahl|bezahl)(?:en sie|e?) (?:bitte |mir )?erst(?: ?[.!]| ?$|,? (?:(?:und )?dann |danach |und ich |ich )(?:schick|send|bekomm|krieg|erhalt|geb|gib|bring))',
    `\\b(?:sobald|wenn) (?:das|ihr|dein) (?:geld|porto)\\b${near(15)}\\b(?:da ist|eingegangen|angekommen)\\b`,
    '\\b(?:uberweis|uberwies)(?!\\w* (?:mussen sie|musst du|brauchen sie|brauchst du) (?:mir )?(?:nichts|nicht|kein))\\w*|\\bvorkasse\\b|\\bvorauskasse\\b|\\banzahlung\\b|\\b(?:bearbeitungs|zoll|freigabe|versicherungs)gebuhr(?:en)?\\b',
    `\\b(?:schick|schicke|schicken|send|sende|senden|zahl|zahle|zahlen|gib|geben|bezahl|bezahlen)\\b${near(12)}\\b(?:mir|uns)\\b${near(30)}(?:\\bgeld\\b|${amount})`,
    `\\bich (?:will|mochte|verlange|brauche|fordere)\\b(?!${near(60)}\\b(?:zahlen|bezahlen|geben|uberweisen|schenken)\\b)${near(20)}${amount}`,
    `\\bnur (?:gegen|fur)\\b${near(10)}${amount}|\\bgeld her\\b`,
    `\\b(?:fur|gegen) ${amount} (?:(?:kriegen|bekommen|haben) sie|(?:kriegst|bekommst|hast) du|gebe ich)\\b${near(30)}\\b(?:es|ihn|ihre?n?|deine?n?|zuruck|wieder)\\b`,
    `\\b(?:(?:kriegen|bekommen) sie|(?:kriegst|bekommst) du)\\b${near(15)}\\b(?:fur|gegen) ${amount}${near(10)}\\b(?:zuruck|wieder)\\b`,
    `\\bohne ${amount},? (?:gibt'?s|gibt es) (?:nix|nichts)\\b`,
    `\\bohne ${amount},? (?:(?:kriegen|bekommen|sehen) sie|(?:kriegst|bekommst|siehst) du)\\b${near(25)}\\b(?:nie|nicht|nichts|nix)\\b`,
    `\\bzoll\\b${near(15)}\\b(?:verlangt|will|fordert|mochte)\\b${near(10)}${amount}`,
    `\\bwie ?viel (?:zahlen sie|zahlst du|geben sie|gibst du|bieten sie|bietest du)\\b${near(30)}\\b(?:dafur|wieder|zuruck)`,
    `\\bohne (?:geld|kohle|bezahlung|finderlohn),? (?:(?:gibt'?s|gibt es|(?:kriegen|bekommen) sie|(?:kriegst|bekommst) du)\\b${near(15)}\\b(?:nix|nichts|kein\\w*)|kein\\w* (?!problem|karte|ausweis))`,
    `\\b(?:sie|du) (?:musste|mussen|musst|sollte)\\w*${near(15)}\\b(?:(?:kurier|versicherung)\\b${near(25)}\\b(?:zahlen|bezahlen|ubernehmen)|gebuhr\\b${near(25)}\\bauslegen)\\b`,
    `(?:\\b(?:geld|betrag|zahl\\w*|bezahl\\w*|finderlohn|porto)\\b|${amount})${near(30)}\\b(?:vorab|im voraus|vorher|zuerst|im vorhinein|bevor (?:ich|wir))\\b`,
    `\\b(?:vorab|im voraus|vorher|zuerst|erst)\\b(?: (?:das|den|mein|meinen|ihr|dein))? (?:geld|betrag)\\b`,
    `\\b(?:vorab|im voraus|vorher|zuerst|erst)\\b${near(25)}(?:\\b(?:zahl\\w*|bezahl\\w*|finderlohn)|${amount})`,
    `\\b(?:wenn|sobald|erst wenn|nur wenn) (?:sie|du|ihr)\\b${near(40)}\\b(?:zahlen|zahlst|bezahlen|bezahlst|gezahlt|bezahlt)\\b`,
    '\\bnur gegen (?:geld|bezahlung|zahlung|bargeld)\\b',
    '\\b(?:nach|bei|bis|vor|auf) (?:(?:zum|de[mn]|ihre[mn]|deine[mn]) )?zahlungseingang\\b(?! (?:de[sr]|vom|am|im|links|rechts)\\b)|\\berst nach (?:der |ihrer |deiner )?(?:be)?zahlung\\b',
    `\\b(?:wenn|falls|solange|bis|bevor) (?:ich|wir)\\b${near(15)}${amount}(?!${near(15)}(?:wechsel|ruck)geld)${near(15)}\\b(?:bekomm|krieg|erhalt)\\w*`,
    together(
      `\\b(?:wenn|falls|solange|bis|bevor) (?:ich|wir)\\b${near(15)}${amount}(?!${near(15)}\\b(?:im|in|fur)\\b)${near(15)}\\bhab\\w*`,
      '\\b(?:behalt|verkauf|werf|bleibt|geb|schick|bekomm|krieg)\\w*',
    ),
    // fr
    "\\bdes (?:reception du |que j'(?:ai|aurai) (?:recu )?(?:le |l'))(?:paiement|virement|reglement|argent)\\b",
    `\\b(?:envoi|envoy|pay|pai|vers|vir|donn|regl)(?:e|es|er|ez)?[- ](?:moi|nous|me)\\b${near(30)}(?:\\b(?:argent|somme|acompte)\\b|${amount})`,
    `\\b(?:faire|faites|fais) (?:un|le) virement\\b|\\bmandat cash\\b|\\bfrais de (?:dossier|douane|traitement|deblocage|assurance)\\b`,
    `\\b(?:pay\\w*|paie\\w*|argent|somme|regl\\w*|vers\\w*|virement|acompte|recompense|frais|${amount})${near(30)}\\b(?:d'abord|a l'avance|d'avance|en avance|avant (?:que|de|l'envoi))`,
    `\\bd'abord\\b${near(25)}\\b(?:pay\\w*|argent|somme|virement|${amount})`,
    `\\b(?:quand|une fois que|des que|si) (?:vous|tu) (?:m'avez |m'as |aurez |auras |ne )?(?:pay\\w*|paie\\w*)`,
    `\\bje (?:veux|demande|exige|voudrais)\\b(?! (?:vous|te) )${near(20)}${amount}`,
    `\\b(?:rends|rendrai|rapporte|donne)\\b${near(25)}\\bcontre ${amount}`,
    `(?<!\\b(?:a|avait|avais|contient|contenait|est|etait) )\\b(?:pas d'argent|sans argent|pas de recompense),? pas d(?:e |')(?!probleme|souci|carte|papier)\\w+`,
    `\\b(?:paye[sz]?|paie|versez|verse) ${amount} (?:sur|a) mon compte\\b`,
    `${amount} si (?:vous|tu)\\b${near(20)}\\b(?:recuperer|ravoir)\\b`,
    "\\b(?:avant|apres) (?:la )?reception (?:du |de l'|de mon |d'un )(?:paiement|virement|reglement|argent)\\b",
    `${amount} (?:d'abord|a l'avance|d'avance|en avance)\\b`,
    `\\bdouane\\b${near(15)}\\b(?:demande|reclame|exige|veut)\\w*\\b${near(10)}${amount}`,
    `\\bsans (?:mes |les |ces )?${amount},? (?:vous|tu) ne\\b${near(15)}\\b(?:rever|verr|aur|recuper)\\w*`,
    `\\bcombien (?:(?:est-ce que )?(?:vous|tu) )?(?:donne|paye|paie|offre|propose)\\w*(?:[- ](?:vous|tu))?\\b${near(15)}\\bpour (?:le |la |les )?(?:recuper|ravoir)`,
    together(
      `\\bsi je n'ai pas\\b${near(15)}${amount}`,
      '\\b(?:gard|jett|vend|detrui|brul)\\w*|\\b(?:pas de|rien|jamais|adieu)\\b',
    ),
    `\\btant que je n'ai pas\\b${near(25)}(?:${amount}|\\b(?:argent|paiement|virement)\\b)`,
    // es
    `\\bpag(?:a|ame|ue|ueme) (?:el|los) (?:envio|portes?|gastos|franqueo)\\b${near(20)}\\bantes\\b(?! de las? (?:\\d|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|tarde|noche))`,
    '\\b(?:cuando|en cuanto|una vez que) (?:reciba|tenga|me llegue) (?:el|tu|su) (?:pago|dinero|transferencia)\\b',
    `\\b(?:enviame|envieme|mandame|mandeme|pagame|pagueme|transfiereme|depositame|ingresame|dame|deme|pasame)\\b${near(30)}(?:\\b(?:dinero|plata|pasta)\\b|${amount})`,
    `\\b(?:haz|hagame|hazme|haga|hacer) (?:una |la )?transferencia\\b|\\bgiro postal\\b|\\b(?:gastos|tasa) de (?:aduana|gestion|tramitacion)\\b`,
    `\\b(?:pago|pagar|paga|pague|dinero|deposito|recompensa|envio|gastos|${amount})${near(30)}\\b(?:por adelantado|anticipad[oa]|de antemano|primero|antes de que|antes de (?:enviar|mandar)\\w*)`,
    `\\b(?:primero|por adelantado)\\b${near(25)}\\b(?:pag\\w+|dinero|transferencia|${amount})`,
    `\\b(?:quiero|exijo|pido)\\b(?! (?:dar|pagar))${near(20)}${amount}`,
    `\\b(?:devuelvo|devolvere|entrego|traigo)\\b${near(20)}\\bpor ${amount}`,
    `\\bsin (?:dinero|plata|pasta|recompensa),? no (?:hay (?!tarjeta|document|problema)|te l[oa]\\b|se l[oa] (?:doy|devuelvo|entrego)\\b)`,
    `${amount} si\\b${near(15)}\\bquiere[sn]?\\b${near(10)}\\brecuperar(?:lo|la)?\\b`,
    `\\b(?:ingresa|ingrese|deposita|deposite|transfiere|transfiera) ${amount} en mi cuenta\\b`,
    `\\b(?:si|cuando) (?:le|me|nos) pagas?\\b${near(20)}\\bantes\\b`,
    '\\b(?:cuando|si no|en cuanto|hasta que) (?:me )?(?:pagues|pague|pagas|paga|(?:hagas|haga) (?:una |la )?transferencia)\\b',
    `${amount} (?:por adelantado|primero|de antemano)\\b(?! de\\b)`,
    `\\baduanas?\\b${near(15)}\\b(?:pide|exige|reclama)n?\\b${near(10)}${amount}`,
    `\\bsin (?:mis |los |esos )?${amount},? no (?:(?:te|se) )?(?:l[oa]s? )?(?:vuelve|vera|tendra|recupera|doy\\b|devuelv|entreg)`,
    `\\bse pagan? antes\\b(?! de las? (?:\\d|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|tarde|noche))`,
    '\\b(?:mandame|mandeme|enviame|envieme|hazme|hagame|pongame|ponme) un giro\\b',
    `\\bcuanto (?:paga|da|ofrece|pagaria|daria|ofreceria)[sn]?\\b${near(15)}\\bpor (?:recuperar|que se l[oa])`,
    `\\bsi no (?:recibo|me das?|me dan)\\b${near(15)}${amount}`,
    together(
      `\\bsi no tengo\\b${near(15)}${amount}`,
      '\\b(?:me l[oa]s? qued|vend|tir|quem|romp|no (?:te|se|l[oa]s?)\\b|adios)\\w*',
    ),
  ]),
  { kind: 'messenger', matches: (spelling) => leadsToMessenger(withoutRefusals(spelling)) },
];

/** To have or to find a gift card is no sign: somebody has to want it. */
function giftCards(): Sign[] {
  const cards =
    '(?:gift ?-?(?:cards?|vouchers?)|(?:itunes|apple|google[ -]play|steam|amazon|vanilla|razer|xbox|paysafe)[ -]?(?:gift[ -]?)?(?:cards?|codes?|vouchers?|gutschein\\w*|karten?|guthaben)|paysafe|geschenkkarten?|geschenkgutschein\\w*|gutschein(?:karte|code)?n?s?|guthabenkarten?|cartes?[- ]cadeaux?|cartes? (?:itunes|google[ -]play|steam|amazon|prepayees?)|coupons? (?:pcs|recharge)|tarjetas? (?:de )?(?:regalo|prepago|itunes|amazon|google[ -]play|steam))';
  const wants =
    '(?:buy|purchase|pay|send me|get me|give me|can you get|could you get|please get|scratch|i need|i want|accept|kauf\\w*|besorg\\w*|bezahl\\w*|zahl\\w*|schick\\w* mir|send\\w* mir|brauche|will|achet\\w*|paye\\w*|paie\\w*|envoie\\w*[- ]moi|envoyez[- ]moi|veux|besoin|compr\\w*|pag\\w*|env[ií]ame|enviame|mandame|envieme|quiero|necesito)';
  return [
    sign('gift-card', [
      `\\b${wants}\\b${near(40)}\\b${cards}`,
      `\\b(?:for|via|by|using|mit|gegen|per|in form von|avec|contre|par|con|por) (?:an? |some |the |eine[rnm]? |une? |des |una |unas )?(?:${amount} )?${cards}`,
      `\\b${cards}\\b${near(30)}\\b(?:codes?|(?:photo|picture)s? of|kaufen|besorgen|schicken sie mir|freirubbeln|codigos?)\\b`,
      `\\b${cards} (?:(?:will|would) do|(?:is|are|would be|ist|sind|ware|est|serait|es|seria) (?:better|easier|enough|besser|einfacher|genug|mieux|mejor)|reich\\w*|genug\\w*|suffi\\w*|basta\\w*)\\b`,
    ]),
  ];
}

function sign(kind: ScamKind, sources: string[]): Sign {
  const patterns = sources.map((source) => new RegExp(source, 'g'));
  return { kind, matches: (spelling) => patterns.some((each) => isMeant(each, spelling)) };
}

/**
 * What ends within a refusal is refused. What begins there and ends after it is asked for instead, as in “you need not pay cash, a gift card
 * will do”, unless the sentence goes on to other things.
 */
function isMeant(pattern: RegExp, { plain, refusals }: Spelling): boolean {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(plain); match; match = pattern.exec(plain)) {
    const begin = match.index;
    const end = begin + match[0].length;
    if (refusals.some(({ from, to }) => from < end && end <= to)) continue;
    const around = refusals.find(({ from, to }) => from <= begin && begin < to);
    if (!around || !(around.isOffer || otherThings.test(plain.slice(around.to, end + 40)))) return true;
    pattern.lastIndex = around.to;
  }
  return false;
}

function withoutRefusals({ plain, refusals }: Spelling): string {
  return refusals
    .reduce((rest, { from, to }) => rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to), plain)
    .replace(/ +/g, ' ');
}

/** What was found, what the finder did, and what something costs. */
const otherThings = new RegExp(
  `^[^.!?\\n]*\\b(?:${[
    "(?:in|with) it|inside|still there|(?:is|are|was|were|lay|still) in|you lost|i(?! (?:need|want(?! to)|take|accept|prefer))|i've|costs?|(?:it|there) (?:is|are|was|were)",
    'drin|dabei|noch da|(?:ist|sind|war|waren|steckt|stecken|lag|lagen)(?: noch)? i[nm]|ich(?! (?:brauche|will|nehme|mochte))|kostet',
    "dedans|dans (?:le|la|votre|ton)|je (?!veux|prefere|prends|demande)|j'ai(?! besoin)|coute",
    'dentro|(?:esta|estan|estaba|estaban|habia|sigue|siguen) en|encontr\\w+|cuesta',
  ].join('|')})\\b`,
);
