import { fold } from './fold.ts';

const currencies =
  `euro euros eur eurot evro usd dollar dollars dolar dolares dolari dollari dolarow dolara pound pounds gbp quid bucks tacken balles pavos lucas chf franc francs
  franken franchi peso pesos real reais zl zloty zlotych zlote pln tl try lira liras lire liralık liralik kr kronor kroner kronen sek nok dkk czk kc korun rs rupees vnd dong
  ريال ريالات درهم دينار دولار يورو جنيه ليرة руб рублей рубля рублів грн гривен гривень евро євро долларов доларів שקל שקלים ש"ח יורו रुपये रुपए यूरो`
    .split(/\s+/)
    .map(fold)
    .join('|');
const symbols = '[€$£¥₺₽₴₪₹₫₩円元块원]';
const amount = new RegExp(
  `(?:${symbols}|\\br\\$|(?<!\\p{L})(?:eur|usd|gbp|chf|tl|pln)) ?\\d[\\d.,]*|\\d[\\d.,]* ?(?:${symbols}|(?:${currencies})(?!\\p{L}))|(?<!\\p{L})(?:${currencies})(?!\\p{L})`,
  'gu',
);
const coins = new RegExp(
  `(?<![\\p{L}\\d])(?:[€$£] ?)?\\d[\\d.,]* ?(?:(?:[€$£]|${currencies})(?:lik|luk)? ?)?(?:(?:in|en|aan|w|em|di|worth|als|في|محفظتي) ?){0,2}(?:btc|eth|usdt|usdc|ltc|xmr|trx|tron|doge|dogecoin|bnb|tether|monero|litecoin\\p{L}*|bitcoin\\p{L}*|ethereum\\p{L}*|لايتكوين|ا?يثيريوم|اثيريوم|بيتكوين|تيثر|биткоин\\p{L}*)(?!\\p{L})`,
  'gu',
);
/** A sum of money without its currency, no year */
const round = /(?<![\p{L}\d:.,/+-])(?!19\d0|20[1-3]0)(?:[5-9]0|[1-9]\d{1,3}0)(?![\p{L}\d:%/-]|[.,]\d)/gu;
const phone = /(?<![\p{L}\d])(?:\+|0)(?:\d[ ()/.-]{0,2}){6,}\d|(?<![\p{L}\d])\d(?:[ /.-]?\d){8,}(?!\d)/gu;
const email = /(?<![\p{L}\d._%+-])[\p{L}\d._%+-]{1,64}@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/gu;
/** “@kim”, “kim_99”, “kim.found” */
const handle = /(?<![\p{L}\d.])@ ?[a-z\d_.]{2,}|\b[a-z]{2,}[\w.]*_[\w.]*|\b[a-z]{3,}\.[a-z]{3,}(?![\p{L}.])/gu;

/** In a folded text, one word stands for each sum of money, email address, phone number and name at a messenger. */
export function withStandIns(text: string): string {
  return text
    .replace(email, ' emailaddress ')
    .replace(coins, ' cryptosum ')
    .replace(amount, ' ¤ ')
    .replace(phone, ' phonenumber, ')
    .replace(round, ' roundnumber ')
    .replace(handle, ' athandle, ');
}
