import type { Reported } from '../../domain/import/contract/prepare.ts';
import { run } from '../../domain/import/contract/run.ts';
import type { Kind, Outcome } from '../../domain/import/contract/schema.ts';
import { callFunction } from '../data/call-function.ts';
import { FunctionError } from '../data/function-error.ts';
import type { ReadImport } from './read-import-files.ts';

const pausesMs = [500, 2_000, 8_000];
const passing = ['unavailable', 'internal', 'deadline-exceeded', 'resource-exhausted'];

/** Imports, or only judges. A part that failed is sent again: what was imported stays as it is. @throws FunctionError */
export function sendImport(
  { entries, parameters, prefix }: ReadImport,
  { dryRun, onProgress, signal }: { dryRun: boolean; onProgress(done: number): void; signal: AbortSignal },
): Promise<Reported[]> {
  const call = (kind: Kind, rows: unknown[]) => {
    if (kind === 'account')
      return callFunction('importAccounts', { rows, dryRun, ...(parameters && { parameters }) }, signal);
    if (kind === 'item') return callFunction('importOldItems', { rows, dryRun, prefix }, signal);
    return callFunction('importOldMessages', { rows, dryRun }, signal);
  };
  const send = async (kind: Kind, rows: unknown[]): Promise<Outcome[]> => {
    for (const pause of pausesMs) {
      try {
        return (await call(kind, rows)).outcomes;
      } catch (error) {
        if (!(error instanceof FunctionError) || !passing.includes(error.code)) throw error;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
    return (await call(kind, rows)).outcomes;
  };
  return run(entries, { dryRun, send, onProgress });
}
