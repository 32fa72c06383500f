/** For the person at the console; programs read the log. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
