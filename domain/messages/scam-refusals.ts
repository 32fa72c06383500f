const amount = '¤';

/** From one character of a text to before another. */
export type Refusal = { from: number; to: number; isOffer: boolean };

/** Where somebody refuses to pay, tells somebody not to, or offers it: who does asks for nothing. Texts are as scam-signs.ts makes them plain. */
export function refusalsIn(text: string): Refusal[] {
  const refused = found(refusals, text, false);
  const offered = found(offers, text, true);
  return [...refused, ...offered.filter(({ from: at }) => !refused.some(({ from, to }) => from <= at && at < to))];
}

function found(patterns: RegExp[], text: string, isOffer: boolean): Refusal[] {
  return patterns.flatMap((each) =>
    [...text.matchAll(each)].map(({ index, 0: match }) => ({ from: index, to: index + match.length, isOffer })),
  );
}

const offerEnd =
  '(?:(?!\\b(?:if|when|once|after|then|but|wenn|sobald|dann|aber|si|quand|apres|mais|cuando|despues|pero)\\b)[^.!?\\n]){0,80}';
const offers = [
  `\\bi(?: can|'ll| will| could| would|'d| am happy to| am going to)(?: \\w+)?(?: like to)? (?:pay|refund|reimburse|repay) (?:you|for|the)\\b${offerEnd}`,
  `\\bich (?:kann|werde|wurde|konnte|mochte) (?:ihnen|dir|euch)(?! nur)(?:(?!\\b(?:wenn|sobald|dann)\\b)[^.!?\\n]){0,60}(?:uberweisen|zahlen|bezahlen|erstatten|geben)\\b`,
  `\\bich (?:uberweise|zahle|bezahle|erstatte) (?:ihnen|dir|euch|gern|naturlich)\\b${offerEnd}`,
  `\\bje (?:peux|vais|pourrais|veux bien) (?:vous|te) (?:faire|payer|rembourser|virer|regler)\\b${offerEnd}`,
  `\\bje (?:vous|te) (?:paie|paye|rembourse|vire|regle|fais un virement)\\b${offerEnd}`,
  `\\b(?:te|le|os|les) (?:puedo|podria|voy a) (?:pagar|hacer|reembolsar|transferir)\\b${offerEnd}`,
  `\\b(?:te|le|os|les) (?:pago|hago|reembolso|transfiero)\\b${offerEnd}`,
].map((source) => new RegExp(source, 'g'));

/** The rest of a clause that names no condition and asks for nothing else, up to its end. */
function clause(stops: string, joins: string): string {
  return `(?:(?!\\b(?:${stops}|${joins})\\b)[^.!?,;:\\n]){0,60}(?=[.!?,;:\\n]|$|\\b(?:${joins})\\b)`;
}

/** The same, between two words of it. */
const between = (stops: string) => `(?:(?!\\b(?:${stops})\\b)[^.!?,;:\\n]){0,40}?`;

/** Neither “Do not send the money and I will sell it” nor “Tell nobody the code except me” nor “… I need it” is honest. */
const noThreat = (threats: string) =>
  `(?![^.!?\\n]{0,40}\\b(?:${threats}|(?:except|but|ausser|sauf|excepto|salvo|menos)(?: a)? (?:me|us|mir|uns|moi|mi|my \\w+(?=[.!?,;]|$)))\\b)(?!(?<=${secret}\\b[^.!?\\n]{0,40})[^\\n]{0,60}\\b(?:${asks})\\b)`;
const secret = '(?:codes?|passwor[dt]s?|mot de passe|codigos?|contrasena|pin)';
const asks = [
  '(?:i|we) (?:only |just )?need (?:it|that|this)|(?:tell|send|give|read|forward) (?:it|that|this) (?:only |just )?(?:to )?(?:me|us)|only (?:to )?me',
  'brauche (?:ich )?(?:ihn|sie|es|das|den)|(?:sag|schick|gib|nenn|(?:sagen|schicken|geben|nennen) sie) (?:ihn|sie|es) (?:nur )?(?:mir|uns)|nur (?:mir|uns)',
  "j'en ai besoin|il me l[ea] faut|(?:dites|dis|donnez|donne|envoyez|envoie)[- ]l[ea][- ](?:moi|nous)|seulement (?:a )?moi",
  'l[oa] necesito|(?:di|diga|da|de|manda|mande|envia|envie|pasa|pase)(?:me|nos)l[oa]|solo a mi',
].join('|');

const refusals = [...english(), ...german(), ...french(), ...spanish()].map((source) => new RegExp(source, 'g'));

function english(): string[] {
  const stops =
    'if|when|whenever|once|after|then|until|till|unless|before you|before i (?:send|give|ship|return)|without|except|only|otherwise|first you|you first|(?:i|we)(?! (?:do not|don.t) know)|me|us|send|pay|give|transfer|postage|shipping|courier';
  const end = clause(stops, 'and|but(?! (?:me|us)\\b)|so|because|or|as');
  const given = `(?: (?:to )?(?:you|me|us|him|her|them|anyone|anybody|everyone|people|strangers))?(?: (?:be|any|the|that|this|some|my|your|more|a|an|for)){0,2} (?:${amount}|(?:money|cash|funds|payments?|deposits?|fees?|(?:\\w+ )?(?:gift ?)?(?:cards?|vouchers?)|(?:\\w+ )?(?:pass)?codes?|passwords?|pin)\\b)`;
  const give = `(?:send|transfer|wire|give|pay|buy|tell|share)(?:ing)?${given}`;
  const refuse =
    "(?:won't|will not|will never|'ll never|would never|wouldn't|would not|(?:do not|don't)(?: want to)?|never|(?:'m| am|'re| are) not (?:going|willing) to|refuse to|won't be|will not be)";
  const cannot = "(?:can't|cannot|can not|couldn't|could not)";
  const told =
    "\\b(?:(?:do not|don't|should not|shouldn't|must not|mustn't)(?: ever| have to| need to)?|never|no need to|need not|needn't)(?<!\\b(?:if|unless|until|when)\\b[^.!?\\n]{0,60})";
  const threats =
    "i(?:'ll| will| can)? (?:keep|sell|throw|destroy|burn|delete)|you(?:'ll| will|'d)? (?:never|not|won't|lose|regret)";
  return [
    `\\b(?:i|we) ?(?:${refuse}|${cannot}) ${give}${end}`,
    `\\b(?:i|we) ?${refuse} pay(?:ing)?\\b${end}`,
    `\\b(?:i|we)(?: (?:do not|don't|did not|didn't|never)|(?:'m| am|'re| are) not) (?:want|need|ask|asked|asking|expect)(?: you)?(?: to (?:send|pay|give))?${given}${end}`,
    `${told} ${give}${end}${noThreat(threats)}`,
    `${told} pay\\b(?: (?:me|us))?${end}${noThreat(threats)}`,
  ];
}

function german(): string[] {
  const stops =
    'wenn|falls|sobald|solange|bis|bevor|ehe|ohne|ausser|nur|erst|sondern|gegen|dann|sie|du|ich|porto|versand\\w*';
  const end = clause(stops, 'und|oder|aber|denn|weil');
  const none = '(?:nichts|nicht|niemals|nie|niemandem|keine[mnrs]?|kein)';
  const things = `(?:\\w+ )?(?:geld|bargeld|gutschein\\w*|\\w*karten?|codes?|anzahlung|gebuhr\\w*|${amount})`;
  const pay = '(?:uberweisen|zahlen|bezahlen|anzahlen)';
  const give = `(?:${pay}|schicken|senden|geben|kaufen|nennen|sagen)`;
  const threats = 'verkauf\\w*|behalt\\w*|werfe?|(?:sehen sie|siehst du) (?:es|ihn|sie) nie\\w*';
  return [
    `\\bich (?:uberweise|zahle|bezahle)\\b${between(stops)}\\b${none}\\b${end}`,
    `\\bich (?:schicke|sende|gebe|kaufe|will|mochte|brauche|kann|konnte)\\b${between(stops)}\\bkein\\w* ${things}${end}`,
    `\\bich (?:werde|will|mochte|wurde|darf)\\b${between(stops)}\\b${none}\\b${between(stops)}\\b${give}${end}`,
    `\\b(?:sie|du) (?:mussen|musst|brauchen|brauchst|sollten|solltest|durfen|darfst)\\b${between(stops)}\\b${none}\\b${between(stops)}\\b(?:zu )?${give}${end}${noThreat(threats)}`,
    `\\b(?:uberweis|zahl|bezahl)(?:en|e)?(?: sie)?(?: bitte)?(?: mir| uns)?(?: bitte)? ${none}\\b${end}${noThreat(threats)}`,
    `\\b(?:schick|send|gib|geb|kauf|nenn|sag)(?:en|e)?(?: sie)?(?: bitte)?(?: mir| uns)?(?: bitte)? (?:niemandem|(?:nie|niemals)\\b|kein\\w* ${things})${end}${noThreat(threats)}`,
  ];
}

function french(): string[] {
  const stops =
    "si|sans|avant(?! (?:de |d')(?:l'|les )?(?:avoir|voir|recuperer))|tant|sauf|alors|puis|seulement|que|qu|quand|sinon|vous devez|frais|je|moi";
  const end = clause(stops, 'et|ou|mais|car');
  const none = '(?:pas|rien|jamais|plus|aucune?)';
  const to = "(?:(?:vous|te|lui|leur|me|nous) |[tm]')?";
  const things = `(?:(?:de|des|du|une?|les?|la|votre|ton|mon|ma|mes) |d'|de l'|l')*(?:argent|virement|acompte|somme|codes?|mot de passe|cartes?|coupons?|${amount})`;
  const give = '(?:envoyer|verser|donner|transferer|acheter|faire|communiquer)';
  const threats = '(?:le|la|les) (?:vends|garde|jette|vendrai|garderai|jetterai|reverrez|reverras)';
  return [
    `\\bje (?:ne |n')?${to}(?:paie|paye|paierai|payerai) ${none}\\b${end}`,
    `\\bje (?:ne |n')?${to}(?:envoie|enverrai|donne|donnerai|verse|verserai|fais|ferai|achete|acheterai|transfere|veux|demande) ${none} ${things}${end}`,
    `\\bje (?:ne )?(?:peux|veux|vais|pourrai) (?:pas|rien|jamais) ${to}${give} ${things}${end}`,
    `\\bje (?:ne )?(?:veux|vais) (?:pas|rien|jamais) ${to}(?:payer|regler)\\b${end}`,
    `\\bje refuse de ${to}(?:payer|regler|${give} ${things})${end}`,
    `(?<!\\b(?:vous|tu|on|il|elle|qui) )\\b(?:ne |n')${to}(?:payez|paie|paye|(?:envoyez|envoie|donnez|donne|faites|fais|versez|verse|communiquez|communique|dites|achetez|achete)(?: ${none})? ${things})${end}${noThreat(threats)}`,
  ];
}

function spanish(): string[] {
  const stops =
    'si|sin|hasta|antes|cuando|salvo|solo|sino|entonces|primero|envio|portes|gastos|franqueo|(?<!que )(?:me|nos)|excepto|menos';
  const end = clause(stops, 'y|o|pero|porque');
  const to = '(?:(?:te|le|os|les|me|nos) )?';
  const things = `(?:(?:ningun|ninguna|nada|de|el|la|los|las|mi|tu|su|una?|mas) )*(?:dinero|plata|pasta|transferencias?|codigos?|contrasena|pin|clave|tarjetas?|giro|deposito|${amount})`;
  const threats = '(?:lo|la|los|las) (?:vendo|tiro|vendere|tirare|quedo|volvera\\w*)';
  const given = '(?:enviar|mandar|dar|transferir|hacer|comprar|ingresar|decir)(?:te|le|os|les)?';
  return [
    `\\bno ${to}(?:(?:voy a|vamos a|puedo|quiero|pienso) ${given}|enviare|envio|mandare|mando|dare|doy|transferire|hare|hago|comprare|compro|quiero|pido) ${things}${end}`,
    `\\bno ${to}(?:pago|pagare|(?:voy a|vamos a|quiero|pienso) pagar(?:te|le)?)\\b${end}`,
    `(?<!\\b(?:si|como|cuando|quien) )\\bno ${to}(?:pagues?|(?:envies?|mandes?|hagas?|haga|des?|digas?|diga|compres?|compartas?) ${things})${end}${noThreat(threats)}`,
  ];
}
