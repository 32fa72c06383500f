import { useLocation } from 'react-router';
import { schemeNamed } from '../../domain/settings/contract/accent.ts';
import { Footer } from '../../ui/footer.tsx';
import { StoreBadge } from '../../ui/store-badge.tsx';
import { languagesOfDocument, useBrand } from '../core/document/page-metadata.ts';
import { saveTypedValues } from '../widgets/form-draft.ts';

export function AppFooter() {
  const brand = useBrand();
  const { pathname, search } = useLocation();
  const scheme = schemeNamed(document.getElementById('app')?.dataset.scheme);
  return (
    <Footer
      brand={brand}
      path={pathname}
      search={search}
      others={languagesOfDocument().all.length > 1}
      theme={{ scheme, onChoose: saveTypedValues }}
    >
      <StoreBadge brand={brand} />
    </Footer>
  );
}
