import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { HandedOverItem } from '../../../domain/sharing/contract/schema.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { dayInWords } from '../../../ui/dates.ts';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { handedOverQuery } from '../../core/data/sharing-queries.ts';

export function HandedOverAlert() {
  const items = useQuery(handedOverQuery).data ?? [];
  if (items.length === 0) return null;
  return (
    <div className="mb-6 grid gap-3">
      {items.map((item) => (
        <HandedOver key={item.id} item={item} />
      ))}
    </div>
  );
}

function HandedOver({ item: { id, name, at } }: { item: HandedOverItem }) {
  const t = useTranslations();
  const client = useQueryClient();
  const dismiss = useMutation({
    mutationFn: () => callFunction('dismissHandedOver', { id }),
    onSettled: () => client.invalidateQueries(handedOverQuery),
  });
  return (
    <Alert>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="wrap-anywhere">{t.rich('handover.handedOver', { item: name, day: dayInWords(at, t) })}</p>
        <Button type="button" variant="secondary" disabled={dismiss.isPending} onClick={() => dismiss.mutate()}>
          {t('handover.dismiss')}
        </Button>
      </div>
    </Alert>
  );
}
