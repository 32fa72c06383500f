import { type Kind, kinds, type Outcome, refused } from './outcome.ts';
import type { Entry, Reported } from './prepare.ts';
import { isObject, own } from './read-export.ts';

const maxRows = 200;

type Run = {
  dryRun: boolean;
  /** Imports rows of one kind, or only judges them. @returns an outcome for each, in order */
  send(kind: Kind, rows: unknown[]): Promise<Outcome[]>;
  onProgress(done: number): void;
};

/** Imports in small parts, accounts first. Whoever stops it can begin again: what is there stays as it is. */
export async function run(entries: Entry[], { dryRun, send, onProgress }: Run): Promise<Reported[]> {
  const reported: Reported[] = [];
  const owners = new Set<string>();
  for (const kind of kinds) {
    const ofKind = entries.filter((entry) => entry.kind === kind);
    const kept = ofKind.filter((entry) => !entry.refused);
    const report = ({ row: _row, refused: _refused, ...entry }: Entry, outcome: Outcome) => {
      reported.push({ ...entry, ...outcome });
      if (kind === 'account' && outcome.state === 'imported') owners.add(entry.id);
    };
    for (const entry of ofKind) if (entry.refused) report(entry, refused(entry.refused));
    for (let from = 0; from < kept.length; from += maxRows) {
      onProgress(reported.length);
      const part = kept.slice(from, from + maxRows);
      const rows = part.map(({ row }) => row);
      for (const [index, outcome] of (await send(kind, rows)).entries()) {
        const entry = part[index] as Entry;
        report(entry, dryRun && waitsForOwner(entry, outcome, owners) ? { state: 'imported', reasons: [] } : outcome);
      }
    }
  }
  onProgress(reported.length);
  return reported;
}

/** Its account would be imported too. */
function waitsForOwner({ row }: Entry, { reasons }: Outcome, owners: Set<string>): boolean {
  const owner = isObject(row) ? own(row, 'owner') : undefined;
  return reasons.length === 1 && reasons[0] === 'noOwner' && typeof owner === 'string' && owners.has(owner);
}
