/** A line for the person at the console. What programs read goes to the log. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
