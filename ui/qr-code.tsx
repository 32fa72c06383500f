import { qrMatrix } from '../domain/items/contract/qr-code.ts';

type QrCodeProps = {
  text: string;
  label: string;
  className?: string;
  /** M where a standard wants it; else as robust as the room allows. */
  errorCorrection?: 'M';
};

/** A QR code as one vector path, dark on white in either colour scheme, with the quiet zone that ISO/IEC 18004 asks for. */
export function QrCode({ text, label, className, errorCorrection }: QrCodeProps) {
  const rows = qrMatrix(text, errorCorrection);
  const size = rows.length;
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={className}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#17202e" d={darkModules(rows)} />
    </svg>
  );
}

/** The dark modules as a path in which a module is one unit wide. */
export function darkModules(rows: boolean[][]): string {
  return rows.map(darkRuns).join('');
}

function darkRuns(row: boolean[], y: number): string {
  const start = (dark: boolean, x: number) => dark && !row[x - 1];
  return row.map((dark, x) => (start(dark, x) ? `M${x} ${y}h${runLength(row, x)}v1H${x}z` : '')).join('');
}

function runLength(row: boolean[], from: number): number {
  const end = row.indexOf(false, from);
  return (end < 0 ? row.length : end) - from;
}
