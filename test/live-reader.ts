import type { Visitor } from './visitor.ts';

export type LiveReader = {
  next(type: string): Promise<Record<string, unknown>>;
  close(): void;
};

export async function readLive(visitor: Visitor, path: string): Promise<LiveReader> {
  const abort = new AbortController();
  const response = await visitor.fetch(path, { signal: abort.signal });
  const waiting: { type: string; data: Record<string, unknown> }[] = [];
  let arrived = () => {};
  const read = async () => {
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += new TextDecoder().decode(chunk);
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const event = /^event: (.*)\ndata: (.*)$/s.exec(text.slice(0, end));
        text = text.slice(end + 2);
        if (event) waiting.push({ type: String(event[1]), data: JSON.parse(String(event[2])) });
      }
      arrived();
    }
  };
  read().catch((error) => {
    if (!abort.signal.aborted) throw error;
  });
  return {
    async next(type) {
      for (;;) {
        const next = new Promise<void>((resolve) => {
          arrived = resolve;
        });
        const at = waiting.findIndex((event) => event.type === type);
        if (at >= 0) return waiting.splice(0, at + 1).at(-1)?.data ?? {};
        await next;
      }
    },
    close: () => abort.abort(),
  };
}
