import { type Canvas, points } from './canvas.ts';
import type { Sheet } from './contract/sheets.ts';
import { drawTag, type Tag } from './draw-tag.ts';
import type { Typesetter } from './typeset.ts';

export const hairline = 0.1;

/** Draws the one face of a label, or both of one to fold. */
export function drawLabel(canvas: Canvas, typesetter: Typesetter, tag: Tag, { label, fold }: Sheet): void {
  if (fold === undefined) {
    drawTag(canvas, typesetter, tag, label);
    return;
  }
  const face = faceOf({ label, fold });
  const draw = () => drawTag(canvas, typesetter, tag, face);
  canvas.at({ x: points(label.width), y: points(face.height), turned: true }, draw);
  const middle = points(label.height / 2);
  canvas.stroke([[0, middle, points(label.width), middle]], { width: points(hairline), color: '#888', dash: 2 });
  canvas.at({ x: 0, y: points(label.height - face.height) }, draw);
}

/** The part of a label that carries a tag. */
export function faceOf({ label: { width, height }, fold }: Pick<Sheet, 'label' | 'fold'>): Sheet['label'] {
  return fold === undefined ? { width, height } : { width, height: (height - fold) / 2 };
}
