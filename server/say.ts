import { lineOutput } from './line-output.ts';

const output = lineOutput(1);

/** For the person at the console; programs read the log. */
export function say(line: string): void {
  output.write(`${line}\n`);
}
