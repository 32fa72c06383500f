import { type SettledKind, settledKinds } from '../../domain/today/contract/schema.ts';
import type { FunctionOutput } from '../../functions/list.ts';
import { callFunction } from '../data/call-function.ts';
import { type LongList, longListQuery, type PageRequest } from '../data/long-lists.ts';

export type Report = FunctionOutput<'listReports'>['reports'][number];
export type TagReport = FunctionOutput<'listTagReports'>['reports'][number];
export type ContactRequest = FunctionOutput<'listContactRequests'>['requests'][number];
export type Told = Report | TagReport | ContactRequest;

export const toldKinds = [...settledKinds, 'held-message'] as const;

/** The newest first; below `needs`, so that it is read anew when something comes. */
export const toldQuery = (kind: SettledKind, all: boolean) => ({
  ...longListQuery<Told>(['needs', kind, String(all)], (request) => readTold(kind, all, request)),
  meta: { notCached: true },
});

export async function readTold(kind: SettledKind, all: boolean, request: PageRequest): Promise<LongList<Told>> {
  const open = { ...request, open: !all };
  if (kind === 'contact-request') {
    const { requests, next } = await callFunction('listContactRequests', open);
    return { rows: requests, next };
  }
  const { reports, next } = await callFunction(kind === 'report' ? 'listReports' : 'listTagReports', open);
  return { rows: reports, next };
}
