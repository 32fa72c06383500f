import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AdministeredItem } from '../../../domain/items/contract/administered-item.ts';
import { inGroups } from '../../../domain/texts/contract/typed-codes.ts';
import type { Translations } from '../../../language/create-translations.ts';
import { adminItemsPath, adminPeoplePath, adminReadingPath, adminTagsPath } from '../../../paths/paths.ts';
import { useTranslations } from '../../../ui/translations-context.ts';
import { dayOf, whenOf } from '../../widgets/dates.ts';
import { Facts } from '../../widgets/facts.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { LoadedSubject } from './loaded-subject.tsx';
import { administeredItemQuery } from './queries.ts';

/** One item: nothing private of its owner, and no word of a conversation. */
export function Item({ id }: { id: string }) {
  const t = useTranslations();
  return (
    <LoadedSubject
      back={{ label: t('itemAdmin.title'), href: adminItemsPath() }}
      query={useQuery(administeredItemQuery(id))}
      failure={t('itemAdmin.failed')}
    >
      {(item) => (
        <>
          <PageHeading className="wrap-anywhere hyphens-manual">{item.name}</PageHeading>
          <Facts facts={factsOf(item, t)} />
          <Section id="tags" title={t('itemAdmin.tags')}>
            {item.tags.length === 0 && <p>{t('itemAdmin.noTags')}</p>}
            <ul className="grid gap-2">
              {item.tags.map((tag) => (
                <li key={tag.code}>
                  <Link to={adminTagsPath({ tag: tag.code })}>{inGroups(tag.code).toUpperCase()}</Link>{' '}
                  {statesOfTag(tag, t)}
                </li>
              ))}
            </ul>
          </Section>
          <Section id="states" title={t('itemAdmin.history')}>
            {item.history.length === 0 && <p>{t('itemAdmin.noHistory')}</p>}
            <ul className="grid gap-2">
              {item.history.map(({ state, at }) => (
                <li key={at}>
                  <time dateTime={at}>{whenOf(at)}</time>: {t(`itemAdmin.state-${state}`)}
                </li>
              ))}
            </ul>
          </Section>
          <Section id="told" title={t('itemAdmin.told')}>
            <p>{item.told.length === 0 ? t('itemAdmin.noneTold') : t('itemAdmin.toldText')}</p>
            <ul className="grid gap-2">
              {item.told.map(({ kind, id, conversationId, at }) => (
                <li key={kind + id}>
                  <time dateTime={at}>{whenOf(at)}</time>: {t(`itemAdmin.kind-${kind}`)}{' '}
                  <Link to={adminReadingPath(conversationId, { kind, id })}>{t('moderation.read')}</Link>
                </li>
              ))}
            </ul>
          </Section>
        </>
      )}
    </LoadedSubject>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-4" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function factsOf(item: AdministeredItem, t: Translations): Record<string, ReactNode> {
  return {
    [t('itemAdmin.owner')]: (
      <Link to={adminPeoplePath(item.owner.uid)}>
        <bdi dir="ltr">{item.owner.email}</bdi>
      </Link>
    ),
    [t('itemAdmin.state')]: t(`itemAdmin.state-${item.state}`),
    [t('itemAdmin.added')]: dayOf(item.createdAt),
    [t('itemAdmin.changed')]: dayOf(item.changedAt),
    [t('itemAdmin.members')]: t('admin.count', { count: item.members }),
    [t('itemAdmin.conversations')]: t('itemAdmin.conversationCounts', item.conversations),
    [t('itemAdmin.id')]: item.id,
  };
}

function statesOfTag({ status, frozen, replaced }: AdministeredItem['tags'][number], t: Translations): string {
  return [t(`tagAdmin.${status}`), frozen && t('itemAdmin.frozen'), replaced && t('itemAdmin.replaced')]
    .filter(Boolean)
    .join(', ');
}
