import { encode } from 'uqr';
import { tagPath } from '../../../paths/paths.ts';

/** Light modules around the code that scanners need (ISO/IEC 18004). */
const quietZone = 4;

/** What a tag's QR code says: in capitals alone, which take the fewest modules. Schemes and hosts are the same in either case. */
export const printedAddress = (publicUrl: string, code: string) => `${publicUrl.toUpperCase()}${tagPath(code)}`;

/** The modules of a QR code, row by row, true for dark, with its quiet zone. A quarter of it may be lost; more, where that takes no more room. */
export function qrMatrix(text: string, errorCorrection?: 'M'): boolean[][] {
  return encode(text, { ecc: errorCorrection ?? 'Q', boostEcc: !errorCorrection, border: quietZone }).data;
}

/** Sides of a code with its quiet zone, in millimetres: from a key ring to a poster. */
export const codeSizes = [20, 30, 45, 60, 100] as const;
type CodeSize = (typeof codeSizes)[number];
export const usualCodeSize: CodeSize = 45;

export function qrSvg(text: string, millimetres: number = usualCodeSize): string {
  const matrix = qrMatrix(text);
  const size = matrix.length;
  const path = matrix.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  const side = `width="${millimetres}mm" height="${millimetres}mm"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${side} viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
}
