import { useWords } from '../../ui/words-context.ts';
import { PageHeading } from '../widgets/page-heading.tsx';
import { AdminOnly } from './admin-only.tsx';
import { FindProfile } from './find-profile.tsx';

export function AdminPeople() {
  const t = useWords();
  return (
    <AdminOnly>
      <div className="mx-auto grid max-w-2xl grid-cols-1 gap-6">
        <PageHeading>{t('people.title')}</PageHeading>
        <FindProfile />
      </div>
    </AdminOnly>
  );
}
