import { Notice } from '../../ui/notice.tsx';
import { RefusedActions } from '../offline/refused.tsx';
import type { UnsentChange } from '../offline/unsent-changes.ts';

/** Changes of items that the server would not take. */
export function RefusedChanges({ changes }: { changes: UnsentChange[] }) {
  return (
    <div className="mb-6 grid gap-3">
      {changes.map((change) => (
        <Notice key={change.key} tone="error" title={`Not saved: ${change.name}`}>
          <p className="mb-3">{change.refusal}</p>
          <RefusedActions
            unsent={change}
            again="Save again"
            question="Discard this change?"
            explanation="It was never saved, and there is no other copy."
          />
        </Notice>
      ))}
    </div>
  );
}
