import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';

type LostOrNotProps = {
  label: string;
  isLost: boolean;
  state: string;
  action: string;
  change: { isPending: boolean; error: Error | null };
  onChange: () => void;
};

export function LostOrNot({ label, isLost, state, action, change, onChange }: LostOrNotProps) {
  return (
    <section
      aria-label={label}
      className={`flex flex-wrap items-center justify-between gap-4 rounded-card border-2 bg-card p-4 ${isLost ? 'border-signal' : 'border-line'}`}
    >
      <p className={isLost ? 'font-bold text-signal' : ''} role="status">
        {state}
      </p>
      <Button type="button" variant={isLost ? 'primary' : 'secondary'} disabled={change.isPending} onClick={onChange}>
        {action}
      </Button>
      {change.error && <Alert tone="error">{change.error.message}</Alert>}
    </section>
  );
}
