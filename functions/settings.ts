import { z } from 'zod';
import { maintenance, maintenanceChange } from '../domain/settings/contract/schema.ts';
import { siteState } from '../domain/settings/contract/site-state.ts';
import * as settings from '../domain/settings/maintenance.ts';
import { readSiteState } from '../domain/settings/site-state.ts';
import { defineFunction } from './define.ts';

export const settingsFunctions = [
  defineFunction({
    name: 'getMaintenance',
    access: 'anyone',
    duringMaintenance: 'open',
    summary: 'Whether the site is closed for maintenance; nothing is closed where the host is `exempt`.',
    input: z.object({}),
    output: maintenance,
    run: (_caller, _input, installation) => settings.readMaintenance(installation),
  }),

  defineFunction({
    name: 'setMaintenance',
    access: 'admin',
    summary: 'Switches maintenance and changes its message; what is left out stays.',
    input: maintenanceChange,
    output: maintenance,
    run: ({ user }, input, installation) => settings.changeMaintenance(user, input, installation),
  }),

  defineFunction({
    name: 'readSiteState',
    access: 'admin',
    summary:
      'How the site is set up: its host, those that are exempt from maintenance, files, limits, and notifications that wait.',
    input: z.object({}),
    output: siteState,
    run: (_caller, _input, installation) => readSiteState(installation),
  }),
] as const;
