import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { ClientBase } from 'pg';

/** What pg does not declare of its clients. */
export type Wire = { connection: EventEmitter & { stream: Socket }; readyForQuery: boolean };

export function wireOf(client: ClientBase): Wire {
  return client as unknown as Wire;
}
