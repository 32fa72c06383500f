const roomsAfter =
  'street|st|road|rd|avenue|ave|lane|square|plaza|park|bridge|cafe|coffee|bar|pub|restaurant|hotel|hostel|building|tower|house|hall|station|stop|arena|stadium|museum|school|club|lounge|headquarters|hq|campus|corner|bakery|mall|library|theat(?:er|re)|cinema|garden|court|gym|hill|alley|drive|row|terrace|quay|pier|way(?! (?:better|easier|faster|quicker))|strasse|str|gasse|weg|platz|allee|ufer|brucke|kneipe|imbiss|bahnhof|haltestelle|haus|turm|halle|backerei|gebaude|schule|kino';
/** Where money can be sent from, too. */
const countersAfter = 'shop|store|kiosk|offices?|stand|booth|cent(?:er|re)|market|laden|buro|zentrum|markt|filiale';
const roomsBefore = [
  'cafe|bar|hotel|restaurant|pub|kneipe|gasthaus|club|kino|kiosk',
  'rue|avenue|boulevard|place|boutique|magasin|gare|pont|quai|chemin|impasse|square|kiosque|boulangerie|immeuble|cinema',
  'calle|avenida|plaza|paseo|cafeteria|restaurante|tienda|estacion|puente|oficina|edificio|torre|mercado|quiosco|cine',
].join('|');
const between = `[ "'»«“”„-]{1,3}`;

/**
 * Finds streets, cafés and the like that have one of the names, as in “Telegram Street” and “Café Bitcoin”.
 * @param goesOn what after a name shows that it is none of a place: “at the hotel WhatsApp me”
 */
export function placesNamed(names: string, goesOn: string, { withCounters = true } = {}): RegExp {
  const after = withCounters ? `${roomsAfter}|${countersAfter}` : roomsAfter;
  return new RegExp(
    `(?:${names})${between}(?:(?:bus|coffee|book|internet|phone|main) )?(?:${after})\\b|\\b(?:${roomsBefore})${between}(?:du |de la |de l'|des |de |del |la |le |el )?(?:${names})(?! ?(?:${goesOn}))`,
    'g',
  );
}
