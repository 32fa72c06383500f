import type { ItemPartProps } from './item-entries.ts';
import { ItemPage } from './item-page.tsx';
import { ItemSections } from './item-sections.tsx';
import { ProofOfOwnership } from './proof-of-ownership.tsx';
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
