import { z } from 'zod';
import { next } from '../domain/lists/contract/schema.ts';
import { newProduct, product, productDetails, productsRequest } from '../domain/shop/contract/product.ts';
import { maxProductPictures, maxStock } from '../domain/shop/contract/product-kinds.ts';
import { shopSettings, typedShopSettings } from '../domain/shop/contract/shop-settings.ts';
import { readShopSettings } from '../domain/shop/current-settings.ts';
import * as forSale from '../domain/shop/for-sale.ts';
import { listProducts } from '../domain/shop/for-sale.ts';
import { addProductPicture } from '../domain/shop/product-pictures.ts';
import * as products from '../domain/shop/products.ts';
import * as shop from '../domain/shop/shop-settings.ts';
import { changeStock } from '../domain/shop/stock.ts';
import type { PlainKey } from '../language/create-translations.ts';
import { uploadPath } from '../paths/api.ts';
import { forAdmin, type Message, Refusal } from './define.ts';
import { pictureKinds, receive, whyNotStored } from './files.ts';
import { byId, from, given, id, idempotencyKey } from './inputs.ts';
import { foundBy, refused } from './refused.ts';

const wrongStock = 'shopPage.stockWrong' satisfies PlainKey;

export const shopFunctions = {
  readShopSettings: forAdmin({
    summary: 'Whether the shop is open, its currency, tax, delivery, seller and bank account.',
    output: shopSettings,
    run: (_caller, _input, services) => readShopSettings(services),
  }),

  changeShopSettings: forAdmin({
    fresh: true,
    summary:
      'Changes settings of the shop; what is left out stays. It opens only with a seller, a bank account and delivery; with rates by destination each country of delivery has one, or is outside the tax area. Another bank account is mailed to all administrators. `from` has what was loaded of the named fields: when one is neither so nor already as wanted, nothing is changed.',
    input: typedShopSettings.partial().extend({ from }),
    output: shopSettings,
    run: async ({ user }, input, services) => {
      const changed = await shop.changeShopSettings(user, given(input), services);
      if ('untaxed' in changed) return notTaxed(changed.untaxed);
      return 'missing' in changed ? notOpened(changed.missing) : changed;
    },
  }),

  listProducts: forAdmin({
    summary:
      'The products of the shop in their order, or those that are archived, or those for sale of which few are left. `search`: the starts of words in a name or in the address. By name: the one in the caller’s language.',
    input: productsRequest,
    output: z.strictObject({ products: z.array(product), next }),
    run: async ({ language }, input, services) => {
      const page = await listProducts(input, services, language);
      return page === 'bad-cursor' ? page : { products: page.rows, next: page.next };
    },
  }),

  getProduct: forAdmin({
    summary: 'A product, also one that is hidden or archived.',
    input: byId,
    output: product,
    run: async (_caller, { id }, services) => (await forSale.findProducts([id], services))[0] ?? 'no-product',
  }),

  addProduct: forAdmin({
    summary: 'Adds a product, hidden and without stock. Its address stays for ever. The same `key` adds it once.',
    input: newProduct.extend({ key: idempotencyKey }),
    output: product,
    run: async ({ user }, input, services) => {
      const added = await products.addProduct(user, input, services);
      return added === 'slug-taken' ? refused(added, { field: 'slug' }) : added;
    },
  }),

  changeProduct: forAdmin({
    summary:
      'Changes the texts, the price or the number of tags of a product, or whether it is made when it is ordered. An empty text is taken away. `from` as for `changeShopSettings`; each language of a text is a field, such as `names.de`. `pictures` says which stay, in which order and what they show.',
    input: productDetails.partial().extend({
      id,
      names: productDetails.shape.names.partial().optional(),
      madeToOrder: z.boolean().optional(),
      pictures: product.shape.pictures.max(maxProductPictures).optional(),
      from,
    }),
    output: product,
    run: async ({ user }, input, services) =>
      (await products.changeProduct(user, given(input), services)) ?? 'no-product',
  }),

  addProductPicture: forAdmin({
    route: `POST ${uploadPath('addProductPicture')}`,
    takesFile: true,
    summary: `Adds a picture to a product, which has at most ${maxProductPictures}: ${pictureKinds}. The middle square is stored.`,
    input: byId,
    output: product,
    run: async (caller, input, services) => {
      const path = await receive(caller, services);
      if (path instanceof Refusal) return path;
      const added = await addProductPicture(caller.user, { ...input, path }, services);
      if (added === 'no-product') return added;
      if (added === 'too-many') return refused('too-many.pictures', { params: { most: maxProductPictures } });
      return 'problem' in added ? whyNotStored(added) : added;
    },
  }),

  changeStock: forAdmin({
    summary: 'Adds to the stock of a product, or takes from it. The same `key` counts once.',
    input: z.object({
      id,
      difference: z.int(wrongStock).min(-maxStock, wrongStock).max(maxStock, wrongStock),
      key: idempotencyKey,
    }),
    output: product,
    run: async ({ user }, input, services) => {
      const changed = await changeStock(user, input, services);
      if (typeof changed === 'object' || changed === 'no-product') return changed;
      return refused(changed === 'too-many' ? 'too-many.stock' : changed, { field: 'difference' });
    },
  }),

  hideProduct: forAdmin({
    summary: 'Takes a product out of the shop, or shows it there.',
    input: z.object({ id, hidden: z.boolean() }),
    output: product,
    run: foundBy(products.hideProduct, 'no-product'),
  }),

  archiveProduct: forAdmin({
    summary: 'Ends the sale of a product, or begins it again. Orders still name it, and its page says so.',
    input: z.object({ id, archived: z.boolean() }),
    output: product,
    run: foundBy(products.archiveProduct, 'no-product'),
  }),

  moveProduct: forAdmin({
    summary: 'Moves a product one place up or down in the shop.',
    input: byId.extend({ to: z.enum(['up', 'down']) }),
    run: ({ user }, input, services) => products.moveProduct(user, input, services),
  }),
};

function notOpened(missing: string[]): Refusal {
  const needed: Message = { key: 'shopPage.needed' };
  const fields = Object.fromEntries(missing.map((field) => [field, needed]));
  return refused('shop-incomplete', { fields });
}

function notTaxed(countries: string[]): Refusal {
  const params = { countries: countries.join(', ') };
  const message: Message = { key: 'shopPage.taxNotSaid', params };
  const fields = Object.fromEntries(countries.map((country) => [`taxRates.${country}`, message]));
  return refused('tax-incomplete', { params, fields });
}
