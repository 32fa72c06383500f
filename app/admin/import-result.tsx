import { useMutation } from '@tanstack/react-query';
import type { Maintenance, Reported } from '../../domain/import/contract/prepare.ts';
import { isAnyImported, reportAsCsv, stateInWords } from '../../domain/import/contract/report.ts';
import { kinds, type Outcome } from '../../domain/import/contract/schema.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { download } from '../print/fetch-file.ts';

const mostShown = 50;

type Result = { reported: Reported[]; dryRun: boolean; maintenance: Maintenance | undefined };

export function ImportResult({ reported, dryRun, maintenance }: Result) {
  const t = useWords();
  const remarked = reported.filter(({ reasons }) => reasons.length > 0);
  const nothingLeft = dryRun && !isAnyImported(reported);
  const save = () => {
    const report = new Blob([reportAsCsv(reported, dryRun, t)], { type: 'text/csv' });
    download({ href: URL.createObjectURL(report), name: t('firebaseImport.reportFile') });
  };
  return (
    <section className="grid gap-4" aria-labelledby="import-result">
      <h2 id="import-result">{t(dryRun ? 'firebaseImport.checked' : 'firebaseImport.finished')}</h2>
      <ul className="grid gap-1" role="status">
        {kinds.map((kind) => {
          const ofKind = reported.filter((each) => each.kind === kind);
          const count = (state: Outcome['state']) => ofKind.filter((each) => each.state === state).length;
          const counts = { imported: count('imported'), known: count('known'), refused: count('refused') };
          const words = { kind: t(`firebaseImport.kind_${kind}`), ...counts };
          const key = dryRun ? 'firebaseImport.countedDry' : 'firebaseImport.counted';
          return ofKind.length > 0 && <li key={kind}>{t(key, words)}</li>;
        })}
      </ul>
      {nothingLeft && reported.length > 0 && <p>{t('firebaseImport.nothingLeft')}</p>}
      {remarked.length > 0 && (
        <>
          <h3>{t('firebaseImport.someRefused')}</h3>
          <ul className="grid gap-2">
            {remarked.slice(0, mostShown).map(({ kind, place, id, name, state, reasons }) => (
              <li key={`${kind} ${place}`} className="wrap-anywhere">
                <bdi className="font-[650]">{name || id || t('firebaseImport.entry', { place })}</bdi> ·{' '}
                {t(`firebaseImport.kind_${kind}`)} · {stateInWords(state, dryRun, t)}
                <br />
                {reasons.map((reason) => t(`firebaseImport.${reason}`)).join(' ')}
              </li>
            ))}
          </ul>
          {remarked.length > mostShown && <p>{t('firebaseImport.more', { count: remarked.length - mostShown })}</p>}
          <Button type="button" variant="secondary" onClick={save} className="justify-self-start">
            {t('firebaseImport.report')}
          </Button>
        </>
      )}
      {maintenance && <FoundMaintenance found={maintenance} mayApply={!dryRun || nothingLeft} />}
    </section>
  );
}

function FoundMaintenance({ found, mayApply }: { found: Maintenance; mayApply: boolean }) {
  const t = useWords();
  const apply = useMutation({ mutationFn: () => callFunction('setMaintenance', found) });
  const message = found.message ?? '';
  return (
    <Notice title={t('firebaseImport.maintenanceFound')}>
      <p className="wrap-anywhere">
        {t(found.enabled ? 'firebaseImport.maintenanceOn' : 'firebaseImport.maintenanceOff', { message })}
      </p>
      {apply.isSuccess && <p>{t('firebaseImport.applied')}</p>}
      {apply.error && <p className="field-error">{apply.error.message}</p>}
      {mayApply && !apply.isSuccess && (
        <Button
          type="button"
          variant="secondary"
          className="mt-2"
          disabled={apply.isPending}
          onClick={() => apply.mutate()}
        >
          {t('firebaseImport.applyMaintenance')}
        </Button>
      )}
    </Notice>
  );
}
