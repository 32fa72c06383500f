/** npm run faults. Every figure is counted from outside. Ends with 1 when a promise did not hold. */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type Fault, markdownTable, type Row, type Scale } from './report.ts';
import { answerBeforeCommit, killApp, killDatabase, killWhileOrdering, orderBeforeCommit } from './scenarios/kills.ts';
import { diskFull, frozenDatabase, mailServers } from './scenarios/outages.ts';
import { killedBeforeNotifying, listening, twoProcesses } from './scenarios/two-processes.ts';

const faults: Record<string, Fault> = {
  'app killed': killApp,
  orders: killWhileOrdering,
  'embedded database killed': killDatabase,
  'two processes': twoProcesses,
  'events broken and silent': listening,
  'killed before notifying': killedBeforeNotifying,
  'frozen database': frozenDatabase,
  'full disk': diskFull,
  'mail servers': mailServers,
  control: answerBeforeCommit,
  'control of orders': orderBeforeCommit,
};

const { values, positionals } = parseArgs({ options: { short: { type: 'boolean' } }, allowPositionals: true });
const unknown = positionals.filter((name) => !(name in faults));
if (unknown.length > 0) {
  process.stderr.write(`There is no fault “${unknown.join('”, “')}”. There are: ${Object.keys(faults).join(', ')}.\n`);
  process.exit(2);
}
const scale: Scale & { atOnce: number } = values.short
  ? { atOnce: 6, kills: 2, silenceMs: 6_000, mailPatience: { ms: 12_000, forLeases: false } }
  : { atOnce: 1, kills: 30, silenceMs: 20_000, mailPatience: { ms: 60_000, forLeases: true } };

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const startedAt = performance.now();
const chosen = Object.entries(faults).filter(([name]) => positionals.length === 0 || positionals.includes(name));
const tried = new Map<string, Row[]>();
const waiting = [...chosen];
await Promise.all(Array.from({ length: scale.atOnce }, tryOn));
const rows = chosen.flatMap(([name]) => tried.get(name) ?? []);
const seconds = Math.round((performance.now() - startedAt) / 1000);
process.stdout.write(`${markdownTable(rows)}
Node ${process.version}, ${availableParallelism()} cores, ${seconds} s. Lost: acknowledged and not stored. No mail is owed for what is held as a flood. Sent again: failures that finders answered by sending the same form again.
`);
process.exitCode = rows.every(({ held }) => held !== false) ? 0 : 1;

async function tryOn(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [name, fault] = next;
    process.stderr.write(`Trying: ${name} …\n`);
    tried.set(name, await fault(scale).catch((error) => [failed(name, error)]));
  }
}

function failed(fault: string, error: unknown): Row {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  return { fault, seen: 'it could not be tried to its end, see above', held: false };
}
