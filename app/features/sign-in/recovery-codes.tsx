import { Button } from '../../../ui/button.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';

export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone(): void }) {
  const t = useTranslations();
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${location.host}\n${codes.join('\n')}\n`)}`;
  return (
    <>
      <p>{t('secondFactor.recoveryText')}</p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-2 font-mono" dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <a className="inline-flex min-h-12 items-center" href={file} download="recovery-codes.txt">
          {t('secondFactor.download')}
        </a>
        <Button type="button" onClick={onDone}>
          {t('secondFactor.goOn')}
        </Button>
      </div>
    </>
  );
}
