import { encode } from 'uqr';
import { tagPath } from '../../../paths/paths.ts';

/** Light modules around the code that scanners need (ISO/IEC 18004). */
export const quietZone = 4;

/** What a tag's QR code says: in capitals alone, which take the fewest modules. Schemes and hosts are the same in either case. */
export const printedAddress = (publicUrl: string, code: string) => `${publicUrl.toUpperCase()}${tagPath(code)}`;

/** The modules of a QR code, row by row, true for dark, with its quiet zone. A quarter of it may be lost; more, where that takes no more room. */
export function qrMatrix(text: string, errorCorrection?: 'M'): boolean[][] {
  return encode(text, { ecc: errorCorrection ?? 'Q', boostEcc: !errorCorrection, border: quietZone }).data;
}
