import { useWords } from '../../ui/words-context.ts';

/** Where the page's script says how the sending goes. */
export function SendingStatus() {
  const t = useWords();
  return (
    <p
      className="notice notice-info sending-status"
      role="status"
      hidden
      data-sending={t('item.sending')}
      data-waiting={t('item.noSignal')}
      data-not-now={t('item.notNow')}
    />
  );
}
