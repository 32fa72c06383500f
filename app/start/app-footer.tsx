import { Footer } from '../../ui/footer.tsx';
import { StoreBadge } from '../../ui/store-badge.tsx';
import { languagesOfDocument, schemeOfDocument, useBrand } from '../core/document/page-metadata.ts';
import { useLocation } from '../core/navigation/navigation.tsx';

export function AppFooter() {
  const brand = useBrand();
  const { pathname, search } = useLocation();
  return (
    <Footer
      brand={brand}
      path={pathname}
      search={search}
      others={languagesOfDocument().all.length > 1}
      theme={{ scheme: schemeOfDocument() }}
    >
      <StoreBadge brand={brand} />
    </Footer>
  );
}
