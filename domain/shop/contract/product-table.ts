import { z } from 'zod';
import { tableRequest } from '../../lists/contract/table.ts';
import { productStates } from './product.ts';

/** Where nothing else is asked for, the products stand in the order of the shop. */
export const productsRequest = tableRequest(['position', 'name', 'price', 'stock']).extend({
  ascending: z.boolean().default(true),
  state: z.enum(productStates).default('listed'),
});
