import { useMutation } from '@tanstack/react-query';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { proofPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { download, fetchFile } from '../../core/files/fetch-file.ts';

export function ProofOfOwnership({ item: { id } }: { item: ItemSummary }) {
  const t = useTranslations();
  const pdf = useMutation({
    mutationFn: () => fetchFile(proofPath(), { id }),
    onSuccess: download,
  });
  return (
    <section className="grid gap-3">
      <h2>{t('loss.proof')}</h2>
      <p>{t('loss.proofText')}</p>
      {pdf.error && <Alert tone="error">{pdf.error.message}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="button" variant="secondary" disabled={pdf.isPending} onClick={() => pdf.mutate()}>
          {pdf.isPending ? t('loss.proofMaking') : t('loss.proofMake')}
        </Button>
        {pdf.data && (
          <LinkButton href={pdf.data.href} target="_blank" variant="secondary">
            {t('loss.proofOpen')}
          </LinkButton>
        )}
      </div>
    </section>
  );
}
