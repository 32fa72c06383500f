import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { proofPath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { useChange } from '../../core/data/use-change.ts';
import { t } from '../../core/document/app-translations.ts';
import { download, fetchFile } from '../../core/files/fetch-file.ts';
import { ChangeButton, Failure } from '../../widgets/form.tsx';

export function ProofOfOwnership({ item: { id } }: { item: ItemSummary }) {
  const pdf = useChange(() => fetchFile(proofPath(), { id }), { onSuccess: download });
  return (
    <section className="grid gap-3">
      <h2>{t('loss.proof')}</h2>
      <p>{t('loss.proofText')}</p>
      <Failure error={pdf.error} />
      <div className="flex flex-wrap gap-3">
        <ChangeButton of={pdf}>{pdf.isPending ? t('loss.proofMaking') : t('loss.proofMake')}</ChangeButton>
        {pdf.data && (
          <LinkButton href={pdf.data.href} target="_blank" variant="secondary">
            {t('loss.proofOpen')}
          </LinkButton>
        )}
      </div>
    </section>
  );
}
