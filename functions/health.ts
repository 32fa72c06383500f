import { health } from '../domain/health/contract/schema.ts';
import { readHealth } from '../domain/health/read-health.ts';
import { forAdmin } from './define.ts';

export const healthFunctions = {
  readHealth: forAdmin({
    summary: 'How the installation is: database, disk, queues, last backup, version, clocks.',
    output: health,
    run: (_caller, _input, services) => readHealth(services),
  }),
};
