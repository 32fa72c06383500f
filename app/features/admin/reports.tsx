import { settledKinds } from '../../../domain/moderation/contract/limits.ts';
import { adminReportsPath } from '../../../paths/paths.ts';
import { t } from '../../core/document/app-translations.ts';
import { useSearchParams } from '../../core/navigation/navigation.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { ReadConversation } from './read-conversation.tsx';
import { ContactRequests, HeldMessages, Reports, TagReports } from './report-tables.tsx';

const kinds = [...settledKinds, 'held-message'] as const;
const tables = {
  report: Reports,
  'tag-report': TagReports,
  'contact-request': ContactRequests,
  'held-message': HeldMessages,
};

export function AdminReports() {
  const params = useSearchParams();
  const kind = kinds.find((each) => each === params.get('kind')) ?? 'report';
  const [conversation, about] = [params.get('conversation'), params.get('about')];
  if (conversation && about)
    return <ReadConversation key={conversation} id={conversation} about={{ kind, id: about }} />;
  const Table = tables[kind];
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeading>{t('reports.title')}</PageHeading>
      <nav aria-label={t('reports.kind')}>
        <ul className="flex flex-wrap gap-x-6">
          {kinds.map((each) => (
            <li key={each}>
              <a
                href={adminReportsPath(each)}
                aria-current={each === kind ? 'page' : undefined}
                className="inline-flex min-h-12 items-center aria-[current]:font-bold"
              >
                {t(`reports.${each}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <Table />
    </div>
  );
}
