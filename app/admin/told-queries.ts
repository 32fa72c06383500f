import { settledKinds } from '../../domain/today/contract/schema.ts';
import type { FunctionOutput } from '../../functions/list.ts';
import { callFunction } from '../data/call-function.ts';
import { type LongList, longListQuery, type PageRequest } from '../data/long-lists.ts';

export type Report = FunctionOutput<'listReports'>['reports'][number];
export type TagReport = FunctionOutput<'listTagReports'>['reports'][number];
export type ContactRequest = FunctionOutput<'listContactRequests'>['requests'][number];
type HeldMessage = FunctionOutput<'listHeldMessages'>['messages'][number];
export type Told = Report | TagReport | ContactRequest | HeldMessage;

export const toldKinds = [...settledKinds, 'held-message'] as const;
export type ToldKind = (typeof toldKinds)[number];

/** The newest first; below `needs`, so that it is read anew when something comes. */
export const toldQuery = (kind: ToldKind, all: boolean) => ({
  ...longListQuery<Told>(['needs', kind, String(all)], (request) => readTold(kind, all, request)),
  meta: { notCached: true },
});

export async function readTold(kind: ToldKind, all: boolean, request: PageRequest): Promise<LongList<Told>> {
  const open = { ...request, open: !all };
  if (kind === 'held-message') {
    const { messages, next } = await callFunction('listHeldMessages', request);
    return { rows: messages, next };
  }
  if (kind === 'contact-request') {
    const { requests, next } = await callFunction('listContactRequests', open);
    return { rows: requests, next };
  }
  const { reports, next } = await callFunction(kind === 'report' ? 'listReports' : 'listTagReports', open);
  return { rows: reports, next };
}
