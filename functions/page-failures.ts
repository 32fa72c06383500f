import { z } from 'zod';
import type { PlainKey } from '../language/create-translations.ts';
import { appPageNames, appPages } from '../paths/app-pages.ts';
import { forAnyone } from './define.ts';

const notAllowed = 'error.notAnId' satisfies PlainKey;
const most = 10;

export const pageFailureFunctions = {
  reportPageFailure: forAnyone({
    duringMaintenance: 'open',
    countsItself: true,
    summary: `Writes to the server's log that a page of the app broke: the error's name, the page, the release and up to ${most} positions in its files. At most 30 an hour from one network; others are ignored.`,
    input: z.object({
      error: z.string(notAllowed).regex(/^\w{1,40}$/, notAllowed),
      page: z.enum(appPageNames, notAllowed).optional(),
      release: z.string(notAllowed).regex(/^\/assets\/[\w-]{1,60}\.js$/, notAllowed),
      positions: z
        .array(z.string(notAllowed).regex(/^[\w-]{1,60}\.js:\d{1,6}:\d{1,8}$/, notAllowed), notAllowed)
        .max(most, notAllowed),
    }),
    run: async ({ networkKey }, { error, page, release, positions }, { limits, log }) => {
      const taken = await limits.take('page-failure', networkKey);
      if (taken.allowed)
        log.warn({ name: error, route: page && appPages[page].path, release, positions }, 'a page broke');
      return 'done';
    },
  }),
};
