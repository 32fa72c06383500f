import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import type { ConversationSummary } from '../../../domain/messages/contract/schema.ts';

/** The rows as they stood when the list was opened; one in which the finder writes moves. @param keep rows that left the list stay too */
export function useSettledRows(
  rows: ConversationSummary[],
  { isOpen, keep }: { isOpen: boolean; keep: boolean },
): ConversationSummary[] {
  const { key } = useLocation();
  const type = useNavigationType();
  const [visit, setVisit] = useState(key);
  if (!isOpen && type === 'PUSH' && key !== visit) setVisit(key);
  const before = useRef<{ visit: string; rows: ConversationSummary[] }>(undefined);
  const settled = before.current?.visit === visit ? settleRows(before.current.rows, rows, keep) : rows;
  useEffect(() => {
    before.current = { visit, rows: settled };
  });
  return settled;
}

export function settleRows(
  before: ConversationSummary[],
  now: ConversationSummary[],
  keep: boolean,
): ConversationSummary[] {
  const current = new Map(now.map((row) => [row.id, row]));
  const known = new Map(before.map((row) => [row.id, row]));
  const isMoved = (row: ConversationSummary) => {
    const earlier = known.get(row.id);
    return !earlier || (row.lastMessage.id !== earlier.lastMessage.id && row.lastMessage.author === 'finder');
  };
  const settled = before.flatMap((row) => {
    const after = current.get(row.id);
    if (!after) return keep ? [{ ...row, unread: 0 }] : [];
    return isMoved(after) ? [] : [after];
  });
  // Each row that moved stands behind the one that it follows in the list.
  let previous: string | undefined;
  for (const row of now) {
    if (isMoved(row)) settled.splice(settled.findIndex(({ id }) => id === previous) + 1, 0, row);
    previous = row.id;
  }
  return settled;
}
