import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';

const mostBytes = 5 * 1024 * 1024;
const tailBytes = 8 * 1024;
const tailLines = 10;

export type ServerLog = {
  file: number;
  tail(): string;
  close(): void;
};

export function openServerLog(path: string): ServerLog {
  const file = openSync(path, 'a+', 0o600);
  if (fstatSync(file).size > mostBytes) ftruncateSync(file);
  const start = fstatSync(file).size;
  return { file, tail: () => lastLines(file, start), close: () => closeSync(file) };
}

function lastLines(file: number, start: number): string {
  const end = fstatSync(file).size;
  const from = Math.max(start, end - tailBytes);
  const bytes = Buffer.alloc(end - from);
  const read = readSync(file, bytes, 0, bytes.length, from);
  return bytes.toString('utf8', 0, read).trimEnd().split('\n').slice(-tailLines).join('\n');
}
