import { z } from 'zod';
import { next, pageRequest } from '../domain/lists/contract/schema.ts';
import { scan, scanDays } from '../domain/scans/contract/schema.ts';
import * as scans from '../domain/scans/scans.ts';
import { defineFunction } from './define.ts';
import { id } from './inputs.ts';
import { noSuchItem } from './items.ts';
import { orBadCursor } from './refused.ts';

export const scanFunctions = [
  defineFunction({
    name: 'listScans',
    access: 'user',
    summary: `When the pages of your item’s tags were opened within ${scanDays} days, the newest first; those by robots only with \`robots\`.`,
    input: pageRequest.extend({ itemId: id, robots: z.boolean().default(false) }),
    output: z.strictObject({ scans: z.array(scan), next }),
    run: async ({ user }, input, services) => {
      const page = await scans.listScans(user, input, services);
      return page === 'no-item' ? noSuchItem() : orBadCursor(page);
    },
  }),
] as const;
