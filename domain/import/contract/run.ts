import type { Entry, Reported } from './prepare.ts';
import { isObject, own } from './read-export.ts';
import { type Kind, kinds, maxRows, maxRowsBytes, type Outcome } from './schema.ts';

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
    const kept = ofKind.filter(({ refused }) => !refused);
    const report = ({ row: _row, refused: _refused, ...entry }: Entry, outcome: Outcome) => {
      reported.push({ ...entry, ...outcome });
      if (kind === 'account' && outcome.state === 'imported') owners.add(entry.id);
    };
    for (const entry of ofKind) if (entry.refused) report(entry, { state: 'refused', reasons: [entry.refused] });
    for (const part of parts(kept)) {
      onProgress(reported.length);
      const outcomes = await send(
        kind,
        part.map(({ row }) => row),
      );
      part.forEach((entry, index) => {
        const outcome = outcomes[index] ?? { state: 'refused', reasons: ['badRow'] };
        report(entry, dryRun && waitsForOwner(entry, outcome, owners) ? { state: 'imported', reasons: [] } : outcome);
      });
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

function* parts(entries: Entry[]): Generator<Entry[]> {
  let part: Entry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = new TextEncoder().encode(JSON.stringify(entry.row)).length + 1;
    if (part.length > 0 && (part.length === maxRows || bytes + size > maxRowsBytes)) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(entry);
    bytes += size;
  }
  if (part.length > 0) yield part;
}
