import { z } from 'zod';
import { foundItem, itemsRequest } from '../domain/items/contract/administered-item.ts';
import { findTagCode } from '../domain/items/tag-codes.ts';
import { lookUpItems } from '../domain/moderation/look-up-items.ts';
import { peopleRequest, person } from '../domain/people/contract/people.ts';
import { listPeople } from '../domain/people/list-people.ts';
import { orderPage, ordersRequest } from '../domain/shop/contract/order-view.ts';
import { product, productsRequest } from '../domain/shop/contract/product.ts';
import { listProducts } from '../domain/shop/for-sale.ts';
import { listOrders, listOrdersOf } from '../domain/shop/list-orders.ts';
import type { Page } from '../server/db/keyset.ts';
import { forAdmin } from './define.ts';

const limit = 4;

export const adminSearchFunctions = {
  searchAdministration: forAdmin({
    summary:
      'The first 4 orders, people, items and products that their lists find by what is searched for, with orders of these people, and the tag that it means.',
    input: peopleRequest.pick({ search: true }),
    output: z.strictObject({
      orders: orderPage.shape.orders,
      people: z.array(person),
      items: z.array(foundItem),
      tags: z.array(z.string()),
      products: z.array(product),
    }),
    run: async ({ language }, { search }, services) => {
      const asked = { search, limit };
      const [orders, people, items, code, products] = await Promise.all([
        listOrders(ordersRequest.parse(asked), services),
        listPeople(peopleRequest.parse(asked), services),
        lookUpItems(itemsRequest.parse(asked), services),
        findTagCode(search, services),
        listProducts(productsRequest.parse(asked), services, language),
      ]);
      const found = rowsOf(people);
      const uids = found.map(({ id }) => id);
      const own = await listOrdersOf(uids, limit, services);
      const hits = new Map([...rowsOf(orders), ...own].map((order) => [order.id, order]));
      return {
        orders: [...hits.values()].slice(0, limit),
        people: found,
        items: rowsOf(items),
        tags: code ? [code] : [],
        products: rowsOf(products),
      };
    },
  }),
};

const rowsOf = <Row>(page: Page<Row> | 'bad-cursor') => (page === 'bad-cursor' ? [] : page.rows);
