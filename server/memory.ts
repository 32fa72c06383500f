import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withParents } from './files/folders.ts';
import { OperatorError } from './operator-error.ts';

const megabyte = 1 << 20;
const kinds = [
  {
    controllers: '',
    root: '/sys/fs/cgroup',
    limit: 'memory.max',
    used: 'memory.current',
    prefix: '',
    events: 'memory.events',
  },
  {
    controllers: 'memory',
    root: '/sys/fs/cgroup/memory',
    limit: 'memory.limit_in_bytes',
    used: 'memory.usage_in_bytes',
    prefix: 'total_',
    events: 'memory.oom_control',
  },
];

/** @throws OperatorError when the machine, or the control group of this process, has not so many bytes left */
export function requireMemory(bytes: number, what: string): void {
  const left = memoryLeft();
  if (left >= bytes) return;
  const [needed, found] = [bytes, left].map((each) => Math.floor(each / megabyte));
  throw new OperatorError(
    `${what} needs ${needed} MB of memory, and ${found} MB are free. End other programs, give the machine or the container more memory, or add swap space.`,
  );
}

function memoryLeft(): number {
  const machine = valuesIn('/proc/meminfo');
  const free = machine.has('MemAvailable')
    ? ((machine.get('MemAvailable') ?? 0) + (machine.get('SwapFree') ?? 0)) * 1024
    : Number.POSITIVE_INFINITY;
  return Math.min(free, ...groups().map(leftIn));
}

/** How often the kernel has ended a process for lack of memory, by the file that says so: of the machine, and of each group that this process is in. */
export function countOomKills(): Record<string, number> {
  const files = ['/proc/vmstat', ...groups().map(({ path, events }) => join(path, events))];
  return Object.fromEntries(
    files.flatMap((file) => {
      const count = valuesIn(file).get('oom_kill');
      return count === undefined ? [] : [[file, count]];
    }),
  );
}

type Group = (typeof kinds)[number] & { path: string };

function groups(): Group[] {
  const lines = readIfThere('/proc/self/cgroup').trim().split('\n');
  return kinds.flatMap((kind) => {
    const line = lines.map((each) => each.split(':')).find(([, controllers]) => controllers === kind.controllers);
    return line ? withParents(line.slice(2).join(':')).map((path) => ({ ...kind, path: join(kind.root, path) })) : [];
  });
}

function leftIn({ path, limit, used, prefix }: Group): number {
  const most = Number.parseInt(readIfThere(join(path, limit)), 10);
  const taken = Number.parseInt(readIfThere(join(path, used)), 10);
  if (Number.isNaN(most) || Number.isNaN(taken)) return Number.POSITIVE_INFINITY;
  const facts = valuesIn(join(path, 'memory.stat'));
  const cached = ['inactive_file', 'active_file'].map((name) => facts.get(prefix + name) ?? 0);
  return Math.max(0, most - taken + cached.reduce((sum, bytes) => sum + bytes));
}

function valuesIn(path: string): Map<string, number> {
  return new Map(
    Array.from(readIfThere(path).matchAll(/^(\w+):?\s+(\d+)/gm), ([, name = '', value]) => [name, Number(value)]),
  );
}

export function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** The kernel ends this process rather than the server or its database when memory is short. Where the system has no such setting, nothing changes. */
export function dieFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '900');
  } catch {}
}
