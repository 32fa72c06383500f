import type { ItemFileColumn } from './contract/item-file.ts';

/**
 * Titles of an item's name that no person's name has. They go before our own title: Snipe-IT has a person's `Name` beside it.
 * English, German, French, Spanish, Italian, Dutch, Swedish; commas stand between titles.
 */
export const itemNames = `
  Item name, Asset name, Entry name, Object name, HB.name,
  Artikelname, Gegenstandsname, Name des Gegenstands, Name der Sache,
  Nom de l’objet, Nom de l’article, Nombre del objeto, Nombre del artículo,
  Nome oggetto, Nome dell’oggetto, Nome articolo, Nome dell’articolo,
  Naam voorwerp, Naam van het voorwerp, Itemnaam, Artikelnaam, Föremålsnamn, Föremålets namn, Artikelnamn`;

/** Titles of a description, which is the name where nothing else is: AssetTiger has no names. */
export const descriptions = `
  Description, Asset description, Item description, HB.description, Beschreibung, Descripción, Descrizione,
  Omschrijving, Beschrijving, Beskrivning`;

/** Other titles that people and products give our columns. */
export const otherTitles: Partial<Record<ItemFileColumn, string>> = {
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
