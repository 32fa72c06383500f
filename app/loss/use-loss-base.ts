import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isEqual } from '../../domain/items/contract/is-equal.ts';
import type { Loss, ToldLoss } from '../../domain/items/contract/loss.ts';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { lossNames, nothingSaid, toldLossOf } from '../../domain/items/contract/told-loss.ts';
import { itemStatesQuery } from '../data/queries.ts';
import { isChangedElsewhere } from '../items/unsaved.ts';
import type { StateChange } from '../offline/enter-state.ts';
import { stateChangeIn } from '../unsent/item-changes.ts';
import type { UnsentChange } from '../unsent/kinds.ts';

type Known = { waiting: UnsentChange | undefined; known: ToldLoss; shown: Loss; isMissing: boolean };

/**
 * What was said of the loss as its form began: `base` on the server, `before` with what waits on this device. When words are refused because
 * others were said elsewhere, `overtaken` is that, until they are sent again: then they are compared with what stands there now.
 */
export function useLossBase(item: ItemSummary, { waiting, known, shown, isMissing }: Known) {
  const client = useQueryClient();
  const [began, setBegan] = useState<{ base: ToldLoss; before: Loss }>({ base: known, before: shown });
  const [overtaken, setOvertaken] = useState<Pick<UnsentChange, 'itemId' | 'details' | 'change'>>();
  const [wasMissing, setWasMissing] = useState(isMissing);
  if (isMissing !== wasMissing) {
    setWasMissing(isMissing);
    if (!isMissing) setBegan({ base: nothingSaid, before: nothingSaid });
  }
  // What waited here and is now there as it was said is no change from elsewhere.
  const delivered = lossNames.filter(
    (name) => isEqual(known[name], began.before[name]) && !isEqual(known[name], began.base[name]),
  );
  if (delivered.length > 0) {
    const said = Object.fromEntries(delivered.map((name) => [name, known[name]]));
    setBegan({ ...began, base: { ...began.base, ...said } });
  }
  const saved = (said: Loss, isOnServer: boolean) => {
    setOvertaken(undefined);
    setBegan(({ base, before }) => ({
      base: isOnServer ? { ...base, ...said } : base,
      before: { ...before, ...said },
    }));
  };
  const refuse = async (error: Error, change: StateChange) => {
    if (!isChangedElsewhere(error)) return;
    const { rows } = await client.fetchQuery({ ...itemStatesQuery(item.id), staleTime: 0 });
    const now = toldLossOf(rows[0]);
    setOvertaken({ itemId: item.id, details: {}, change });
    const said = named(now, change);
    setBegan(({ base, before }) => ({ base: { ...base, ...said }, before: { ...before, ...said } }));
  };
  // Beside what was refused stands what is there now.
  const refused = waiting?.refusal === 'aborted' ? stateChangeIn(waiting) : undefined;
  const compared = { ...began.base, ...named(known, refused ?? {}) };
  return { ...began, base: compared, overtaken, refuse, saved };
}

function named(now: ToldLoss, change: object): Partial<ToldLoss> {
  return Object.fromEntries(Object.entries(now).filter(([name]) => name in change));
}
