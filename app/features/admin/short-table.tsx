// biome-ignore-all lint/a11y/noRedundantRoles: a phone draws the rows as cards, and a browser would forget what they are.
import type { ReactNode } from 'react';

type TableRow = { id: string; cells: ReactNode[] };
type ShortTableProps = { labelledBy: string; labels: string[]; rows: TableRow[]; sums?: TableRow[] };

/** A short table that is shown whole, such as the lines of an order. Each row begins with its name; the last column stands at the end. */
export function ShortTable({ labelledBy, labels, rows, sums = [] }: ShortTableProps) {
  const draw = ({ id, cells: [name, ...cells] }: TableRow) => (
    <tr key={id} role="row">
      <th scope="row" role="rowheader">
        {name}
      </th>
      {cells.map((cell, n) => (
        <td key={labels[n + 1]} role="cell" data-label={labels[n + 1]}>
          {cell}
        </td>
      ))}
    </tr>
  );
  return (
    <table
      className={`admin-table short-table ${labels.length > 2 ? 'in-cards' : ''}`}
      role="table"
      aria-labelledby={labelledBy}
    >
      <thead role="rowgroup">
        <tr role="row">
          {labels.map((label) => (
            <th key={label} scope="col" role="columnheader">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">{rows.map(draw)}</tbody>
      {sums.length > 0 && <tfoot role="rowgroup">{sums.map(draw)}</tfoot>}
    </table>
  );
}
