import type { NewProduct } from '../domain/shop/contract/product.ts';
import { addProduct, changeProduct, hideProduct } from '../domain/shop/products.ts';
import { changeShopSettings } from '../domain/shop/shop-settings.ts';
import { changeStock } from '../domain/shop/stock.ts';
import type { Services } from '../server/services.ts';

/** A stock of null: made to order. */
type Example = Omit<NewProduct, 'slug'> & { stock: number | null };

const examples: Example[] = [
  {
    kind: 'sticker-sheet',
    names: { en: 'Sticker sheet', de: 'Bogen mit Aufklebern' },
    descriptions: {
      en: 'Twelve stickers that stand rain and the dishwasher. For bottles, chargers, helmets and tools.',
      de: 'Zwölf Aufkleber, die Regen und Spülmaschine vertragen. Für Flaschen, Ladegeräte, Helme und Werkzeug.',
    },
    priceMinor: 690,
    tagsEach: 12,
    stock: 120,
  },
  {
    kind: 'key-ring',
    names: { en: 'Key-ring tag', de: 'Schlüsselanhänger' },
    descriptions: {
      en: 'A tag of white aluminium on a steel ring. The code is engraved and does not rub off.',
      de: 'Ein Anhänger aus weißem Aluminium an einem Stahlring. Der Code ist graviert und reibt sich nicht ab.',
    },
    priceMinor: 790,
    tagsEach: 1,
    stock: 80,
  },
  {
    kind: 'luggage-tag',
    names: { en: 'Luggage tag', de: 'Kofferanhänger' },
    descriptions: {
      en: 'A wide tag with a strap of recycled sailcloth, for suitcases and travel bags.',
      de: 'Ein breiter Anhänger mit einer Schlaufe aus altem Segeltuch, für Koffer und Reisetaschen.',
    },
    priceMinor: 1290,
    tagsEach: 1,
    stock: 40,
  },
  {
    kind: 'pet-tag',
    names: { en: 'Pet tag', de: 'Haustiermarke' },
    descriptions: {
      en: 'Light and round, for the collar of a cat or a dog. Each is made when you order it.',
      de: 'Leicht und rund, für das Halsband von Katze oder Hund. Jede wird für Sie angefertigt.',
    },
    priceMinor: 990,
    tagsEach: 1,
    stock: null,
  },
  {
    kind: 'iron-on',
    names: { en: 'Iron-on labels', de: 'Bügeletiketten' },
    descriptions: {
      en: 'Nine labels of cotton for jackets, gym bags and soft toys. They stand washing at 60 degrees.',
      de: 'Neun Etiketten aus Baumwolle für Jacken, Turnbeutel und Kuscheltiere. Waschbar bei 60 Grad.',
    },
    priceMinor: 890,
    tagsEach: 9,
    stock: 3,
  },
  {
    kind: 'family-pack',
    names: { en: 'Family pack', de: 'Familienpaket' },
    descriptions: {
      en: 'Two luggage tags, two key-ring tags, one pet tag and a sticker sheet.',
      de: 'Zwei Kofferanhänger, zwei Schlüsselanhänger, eine Haustiermarke und ein Bogen mit Aufklebern.',
    },
    priceMinor: 3900,
    tagsEach: 17,
    stock: 25,
  },
  {
    kind: 'gift-card',
    names: { en: 'Gift card', de: 'Geschenkkarte' },
    descriptions: {
      en: 'A card to give away, with five tags on it. Whoever gets it activates them with the codes on the card.',
      de: 'Eine Karte zum Verschenken mit fünf Anhängern darauf. Wer sie bekommt, aktiviert sie mit den Codes auf der Karte.',
    },
    priceMinor: 1490,
    tagsEach: 5,
    stock: 0,
  },
];

export async function addDemoShop(admin: { uid: string }, services: Services): Promise<void> {
  const seller = {
    name: 'Demo Tags',
    address: '1 Example Street\n10115 Berlin\nGermany',
    email: 'shop@example.com',
    taxNumber: 'DE123456789',
  };
  const delivery = [
    { countries: ['DE'], priceMinor: 290, freeFromMinor: 2500, days: [1, 3] as [number, number] },
    { countries: ['AT', 'FR', 'NL', 'PL'], priceMinor: 590, freeFromMinor: 5000, days: [3, 6] as [number, number] },
    { countries: ['CH', 'GB'], priceMinor: 990, freeFromMinor: null, days: [5, 10] as [number, number] },
  ];
  const opened = await changeShopSettings(
    admin,
    {
      open: true,
      taxScheme: 'destination',
      taxRates: { DE: 1900, AT: 2000, FR: 2000, NL: 2100, PL: 2300 },
      outsideTax: ['CH', 'GB'],
      delivery,
      seller,
      bank: { holder: 'Demo Tags', iban: 'DE89370400440532013000', bic: '' },
    },
    services,
  );
  if (!('open' in opened)) throw new Error('could not open the shop');
  for (const { stock, ...details } of examples) {
    const key = `demo-${details.kind}`;
    const product = await addProduct(admin, { ...details, slug: details.kind, key }, services);
    if (product === 'slug-taken') throw new Error('could not add a product');
    const { id } = product;
    if (stock === null) await changeProduct(admin, { id, madeToOrder: true }, services);
    if (stock) await changeStock(admin, { id, difference: stock, key }, services);
    await hideProduct(admin, { id, hidden: false }, services);
  }
}
