import type { PlacedRun } from './typeset.ts';

export type Box = { x: number; y: number; width: number; height: number };
/** From one point to another. */
export type Segment = [x1: number, y1: number, x2: number, y2: number];
type Stroke = { width: number; color: string; dash?: number };

/** What tags are drawn on. Lengths in points, from the upper left corner. */
export type Canvas = {
  /** Draws with the origin at this point; `turned`: upside down. */
  at(point: { x: number; y: number; turned?: boolean }, draw: () => void): void;
  /** Fills boxes that touch without seams between them. */
  fill(boxes: Box[]): void;
  stroke(lines: Segment[], look: Stroke): void;
  write(runs: PlacedRun[]): void;
};

const pointsPerMm = 72 / 25.4;

export function points(mm: number): number {
  return mm * pointsPerMm;
}
