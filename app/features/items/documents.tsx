import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { proofPath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { t } from '../../core/document/app-translations.ts';
import { download, fetchFile } from '../../core/files/files.ts';
import { ChangeButton, Failure, useChange } from '../../widgets/form.tsx';
import type { ItemPartProps } from './item-entries.ts';
import { ItemPage, ItemSections } from './item-page.tsx';
import { Receipts } from './receipts.tsx';

export function ItemDocuments() {
  return <ItemPage title="itemPage.documents" of={Documents} />;
}

function Documents({ item }: ItemPartProps) {
  return (
    <>
      <ItemSections item={item} />
      <Receipts item={item} />
      <ProofOfOwnership item={item} />
    </>
  );
}

function ProofOfOwnership({ item: { id } }: { item: ItemSummary }) {
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
