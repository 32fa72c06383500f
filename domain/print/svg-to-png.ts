import { type ChildProcess, fork } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { limitConcurrency } from '../../server/concurrency.ts';
import { howItEnded } from '../../server/operator-error.ts';

export const dotsPerInch = 300;

const drawer = fileURLToPath(new URL(`./png-process${extname(import.meta.url)}`, import.meta.url));
const idleMs = 10_000;

const drawing = limitConcurrency({ atOnce: 1, mostWaiting: 1_000 });
let running: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;

export type DrawingJob = { svg: string; as: 'grey-png' | 'png' | 'jpeg' };

/** In grey unless it is for screens. */
export function svgToPng(svg: string, { inColor = false } = {}): Promise<Uint8Array<ArrayBuffer>> {
  return draw({ svg, as: inColor ? 'png' : 'grey-png' });
}

export function svgToJpeg(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  return draw({ svg, as: 'jpeg' });
}

/** Draws one SVG at a time, a pixel for each of its units, in a process that ends when it has nothing to do. */
function draw(job: DrawingJob): Promise<Uint8Array<ArrayBuffer>> {
  return drawing.run(async () => {
    clearTimeout(idle);
    const child = running ?? start();
    running = child;
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
    const fail = (code: number | null, signal: NodeJS.Signals | null) =>
      reject(new Error(`The process that draws PNGs ended (${howItEnded(code, signal)}).`));
    child.once('message', (png) => resolve(new Uint8Array(png as Uint8Array)));
    child.once('exit', fail);
    child.send(job);
    try {
      return await promise;
    } finally {
      child.off('exit', fail);
      idle = setTimeout(() => running?.disconnect(), idleMs).unref();
    }
  });
}

function start(): ChildProcess {
  const child = fork(drawer, { serialization: 'advanced', execArgv: [] });
  child.once('disconnect', () => {
    if (running === child) running = undefined;
  });
  child.unref();
  child.channel?.unref();
  return child;
}
