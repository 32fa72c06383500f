import { restLanguages, translationsIn } from '../../language/languages.ts';
import { folded } from '../lists/contract/folded.ts';
import { columnKey, type ItemFileColumn, itemFileColumns } from './contract/item-file.ts';

type Titles = ReadonlyMap<string, ItemFileColumn>;
type Rank = [titles: Titles, head: string[]];

/** The columns of a head. Our own title, in any language, goes before other ones, and the first before later ones. */
export function columnsOf(titles: string[]): (ItemFileColumn | undefined)[] {
  const head = mapped(titles, lettersOf);
  const withoutBrackets = mapped(titles, (title) => lettersOf(title.replace(inBrackets, '')));
  const rest: Rank[] = [
    [byOwnTitle, head],
    [byAnyTitle, head],
    [byAnyTitle, withoutBrackets],
  ];
  const columns = columnsBy([[byItemName, head], ...rest]);
  const isOfPerson = head.some((each, index) => !columns[index] && personNames.has(each));
  if (isOfPerson) return columns.map((column) => (column === 'email' || column === 'phone' ? undefined : column));
  return columns.includes('name') ? columns : columnsBy([[byDescription, head], ...rest]);
}

/** A head may have a million cells, and the same in many. */
function mapped(titles: string[], read: (title: string) => string): string[] {
  const known = new Map([...new Set(titles)].map((title) => [title, read(title)]));
  return titles.map((title) => known.get(title) ?? '');
}

/** What earlier titles name is not named by later ones; only our own may name it twice, which is refused. */
function columnsBy(ranks: Rank[]): (ItemFileColumn | undefined)[] {
  const columns: (ItemFileColumn | undefined)[] = ranks[0]?.[1].map(() => undefined) ?? [];
  const taken = new Set<ItemFileColumn>();
  for (const [titles, head] of ranks) {
    const before = titles === byOwnTitle ? new Set(taken) : taken;
    for (const [index, letters] of head.entries()) {
      const column = titles.get(letters);
      if (!column || columns[index] || before.has(column)) continue;
      columns[index] = column;
      taken.add(column);
    }
  }
  return columns;
}

export function columnTitled(title: string): ItemFileColumn | undefined {
  return byAnyTitle.get(lettersOf(title));
}

/**
 * Titles of an item's name that no person's name has. They go before our own title: Snipe-IT has a person's `Name` beside it.
 * English, German, French, Spanish, Italian, Dutch, Swedish; commas stand between titles.
 */
const itemNames = `
  Item name, Asset name, Entry name, Object name, HB.name,
  Artikelname, Gegenstandsname, Name des Gegenstands, Name der Sache,
  Nom de l’objet, Nom de l’article, Nombre del objeto, Nombre del artículo,
  Nome oggetto, Nome dell’oggetto, Nome articolo, Nome dell’articolo,
  Naam voorwerp, Naam van het voorwerp, Itemnaam, Artikelnaam, Föremålsnamn, Föremålets namn, Artikelnamn`;

/** Titles of a description, which is the name where nothing else is: AssetTiger has no names. */
const descriptions = `
  Description, Asset description, Item description, HB.description, Beschreibung, Descripción, Descrizione,
  Omschrijving, Beschrijving, Beskrivning`;

const otherTitles: Partial<Record<ItemFileColumn, string>> = {
  name: `Item, Items, Title, Thing, Object, Product, Product name, Article, Designation,
    Gegenstand, Gegenstände, Bezeichnung, Titel, Sache, Sachen, Artikel, Objekt, Produkt, Produktname, Artikelbezeichnung,
    Nom, Objet, Titre, Désignation, Libellé, Produit, Nombre, Objeto, Artículo, Título, Producto,
    Nome, Oggetto, Articolo, Titolo, Prodotto, Naam, Voorwerp, Namn, Föremål, Sak, Benämning`,
  category: `Categories, Item category, Asset category, Kategorien, Catégorie, Catégories, Categoría, Categorías, Categoria,
    Categorie, Categorieën, Kategori, Kategorier`,
  note: `${descriptions}, Notes, HB.notes, Comment, Comments, Remark, Remarks, Details, Note to the finder,
    Notiz, Notizen, Bemerkung, Bemerkungen, Kommentar, Kommentare, Anmerkung, Anmerkungen, Hinweise, Hinweis an Finder,
    Remarque, Remarques, Commentaire, Commentaires, Nota, Notas, Comentario, Comentarios, Observaciones,
    Commento, Commenti, Osservazioni, Notitie, Notities, Opmerking, Opmerkingen,
    Anteckning, Anteckningar, Kommentarer, Anmärkning`,
  serialNumber: `Serial, Serial no, SN, S/N, HB.serial_number, Serien-Nr, Seriennr,
    Numéro de série, N° de série, No de série, N° série, No série, Número de serie, N.º de serie, N° de serie, N.º serie,
    Numero di serie, Numero seriale, Seriale, Matricola, Serienummer, Serienr`,
  reward: `Finder’s reward, Reward text, Belohnung, Récompense, Recompensa, Ricompensa, Beloning, Vindersloon, Hittelön`,
  phone: `Phone, Telephone, Telephone number, Mobile, Mobile number, Tel,
    Telefon, Telefonnr, Handy, Handynummer, Mobiltelefon, Mobilnummer, Téléphone, Numéro de téléphone, Portable,
    Teléfono, Número de teléfono, Móvil, Telefono, Numero di telefono, Cellulare, Telefoon, Telefoonnummer, Mobiel, Mobil`,
  email: `Email, Mail, Mail address, E-Mail, Mailadresse, Mail-Adresse, Courriel, Adresse e-mail,
    Correo, Correo electrónico, Indirizzo e-mail, Posta elettronica, E-mailadres, E-post, E-postadress`,
  chip: `Chip, Microchip, Microchip number, Mikrochip, Transponder, Transpondernummer, Puce, Numéro de puce,
    Número de chip, Numero di chip, Numero del microchip`,
  vet: `Veterinarian, Veterinary, Tierärztin, Tierarztpraxis, Vétérinaire, Veterinario, Dierenarts, Veterinär`,
  tripTo: `Destination, Ziel, Reise nach, Destino, Destinazione, Bestemming, Resmål`,
  reference: `Police reference, Case number, Aktenzeichen, Numéro de plainte, Número de denuncia, Numero di denuncia,
    Aangiftenummer, Diarienummer`,
};

/** A unit, or what the column is for: “Notes (optional)”. */
const inBrackets = /\s*(?:\([^()]*\)|\[[^[\]]*\])\s*$/;

/** Shelf writes a column of one's own as “cf:Serial number, type:text”. */
const lettersOf = (title: string) =>
  folded(title.replace(/^\s*cf:|,\s*type:.*$/gi, '')).replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

const named = (column: ItemFileColumn, titles: string) =>
  titles.split(',').map((title) => [lettersOf(title), column] as const);

/** Beside them, an email address and a phone number are that person's. */
const personNames = new Set(['name', 'fullname', 'username']);

const byItemName: Titles = new Map(named('name', itemNames));
const byDescription: Titles = new Map(named('name', descriptions));
const byOwnTitle: Titles = new Map(
  itemFileColumns.flatMap((column) =>
    [column, ...restLanguages.map((language) => translationsIn(language)(columnKey(column)))].map(
      (title) => [lettersOf(title), column] as const,
    ),
  ),
);
const byAnyTitle: Titles = new Map([
  ...Object.entries(otherTitles).flatMap(([column, titles]) => named(column as ItemFileColumn, titles)),
  ...byItemName,
  ...byOwnTitle,
]);
