import { isOfAnother } from '../../browser/server-away.ts';

type Solved = object | null;

/** Works, beside the page, for the release of the messages that the limits hold (decision 040). Without it they stay held. */
export async function releaseHeld(root: ParentNode): Promise<void> {
  // Browsers derive keys on secure pages alone.
  if (!root.querySelector('[data-held]') || !globalThis.isSecureContext || !('Worker' in globalThis)) return;
  const path = `${location.pathname}/challenge`;
  let released = true;
  while (released) {
    const { challenge } = await answerOf(path);
    const solution = challenge && (await solve(challenge));
    if (!solution) return;
    const proof = `{"challenge":${challenge},"solution":${JSON.stringify(solution)}}`;
    const body = new URLSearchParams({ proof });
    released = Boolean((await answerOf(path, { method: 'POST', body, keepalive: true })).released);
  }
}

type Answer = { challenge?: string; released?: boolean };

async function answerOf(path: string, options?: RequestInit): Promise<Answer> {
  const answer = await fetch(path, options).catch(() => undefined);
  return answer?.status === 200 && !isOfAnother(answer) ? ((await answer.json()) as Answer) : {};
}

function solve(challenge: string): Promise<Solved> {
  const worker = new Worker('/proof-worker.js', { type: 'module' });
  return new Promise<Solved>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<Solved>) => resolve(data);
    worker.onerror = () => resolve(null);
    worker.postMessage(JSON.parse(challenge));
  }).finally(() => worker.terminate());
}
