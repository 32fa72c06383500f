import { maxTracking } from '../../../domain/shop/contract/order.ts';
import { TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';

type ShipmentFieldsProps = { trackingLabel: string; wrong: Record<string, string | undefined> };

/** By whom something is sent, and its number there. */
export function ShipmentFields({ trackingLabel, wrong }: ShipmentFieldsProps) {
  const t = useTranslations();
  return (
    <>
      <TextField label={t('orderAdmin.carrier')} name="carrier" maxLength={maxTracking} error={wrong.carrier} />
      <TextField label={trackingLabel} name="tracking" maxLength={maxTracking} error={wrong.tracking} />
    </>
  );
}
