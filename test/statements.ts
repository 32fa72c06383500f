import { Client } from 'pg';
import { vi } from 'vitest';

/** The statements that this process sends to its databases from now on. Begin before the app starts. */
export function recordStatements() {
  const sent: string[] = [];
  const query = Client.prototype.query as (...given: unknown[]) => unknown;
  vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
    const [asked] = given as [string | { text: string }];
    const text = typeof asked === 'string' ? asked : asked.text;
    // A connection begins with it, whenever one is needed.
    if (!text.startsWith('set ')) sent.push(text);
    return query.apply(this, given);
  } as never);
  return {
    async during(act: () => Promise<unknown>): Promise<string[]> {
      const before = sent.length;
      await act();
      return sent.slice(before);
    },
  };
}
