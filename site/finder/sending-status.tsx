import { useTranslations } from '../../ui/translations-context.ts';

export function SendingStatus({
  empty,
}: {
  /** Asks for words, where the form sends nothing without. */ empty?: string;
}) {
  const t = useTranslations();
  return (
    <p
      className="alert alert-info sending-status"
      role="status"
      hidden
      data-empty={empty}
      data-sending={t('item.sending')}
      data-waiting={t('item.noSignal')}
      data-not-now={t('item.notNow')}
    />
  );
}
