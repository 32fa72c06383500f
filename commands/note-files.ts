import { createHash } from 'node:crypto';
import { closeSync, globSync, mkdirSync, openSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type File = { path: string; size: number };

/** Notes how long each file below node_modules is, for bin/check-install, unless a program or library is cut off already. */
const notes = 'node_modules/.installed';
const headerBytes = 64;
const files = globSync('node_modules/[!.]*/**', { withFileTypes: true })
  .filter((file) => file.isFile())
  .map((file) => join(file.parentPath, file.name))
  .map((path): File => ({ path, size: statSync(path).size }));
const programs = files.filter(({ path }) => /(^|\/)bin\/[^./]+$|\.node$|\.so(\.|$)/.test(path));
const cutOff = programs.find(isCutOff);
if (cutOff) {
  process.stdout.write(`The file ${cutOff.path} is cut off. Run npm ci again.\n`);
  process.exitCode = 1;
} else {
  mkdirSync(notes, { recursive: true });
  writeList('files', files);
  writeList('programs', programs);
  const hash = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
  // Last: whoever finds it finds the others.
  writeFileSync(join(notes, 'lock'), `${hash}  package-lock.json\n`);
}

/** An ELF file of 64 bits, little-endian, ends with the table of its sections. */
function isCutOff({ path, size }: File): boolean {
  const header = Buffer.alloc(headerBytes);
  const file = openSync(path, 'r');
  const length = readSync(file, header);
  closeSync(file);
  if (length === 0) return true;
  if (length < headerBytes || header.readUInt32BE(0) !== 0x7f454c46) return false;
  return size < Number(header.readBigUInt64LE(0x28)) + header.readUInt16LE(0x3a) * header.readUInt16LE(0x3c);
}

function writeList(name: string, some: File[]): void {
  writeFileSync(join(notes, name), some.map(({ size, path }) => `${size} ${path}\n`).join(''));
}
