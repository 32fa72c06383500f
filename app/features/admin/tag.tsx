import type { ReactNode } from 'react';
import type { AdministeredTag } from '../../../domain/items/contract/administered-tag.ts';
import { maxTypedCodeLength } from '../../../domain/items/contract/limits.ts';
import { type TagAction, type TagActionReason, tagActionReasons } from '../../../domain/items/contract/tag-actions.ts';
import { adminItemsPath, adminTagsPath, itemPath, qrPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Select, TextField } from '../../../ui/fields.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { t } from '../../core/document/app-translations.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { whenOf } from '../../widgets/dates.ts';
import { Facts } from '../../widgets/facts.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { Lines, PersonLink, printed, Section, Subject, TagLink } from './admin-page.tsx';
import { adminKeys, tagQuery } from './queries.ts';

export function TagScreen({ asked }: { asked: string }) {
  return (
    <Subject
      back={{ label: t('tagAdmin.title'), href: adminTagsPath() }}
      query={tagQuery(asked)}
      failure={t('tagAdmin.tagFailed')}
    >
      {(tag) => (
        <>
          <PageHeading className="wrap-anywhere">{printed(tag.code)}</PageHeading>
          {tag.frozenAt && tag.status !== 'retired' && <Alert tone="error" title={t('tagAdmin.frozenNow')} />}
          <Facts facts={factsOf(tag)} />
          <ul className="grid gap-2">
            <li>
              <a href={itemPath(tag.hash)}>{t('tagAdmin.page')}</a>
            </li>
            <li>
              <a href={qrPath(tag.hash, 'svg')} download={`tag-${tag.code}.svg`}>
                {t('tagAdmin.codePicture')}
              </a>
            </li>
          </ul>
          <Acts tag={tag} />
          <History tag={tag} />
          {tag.reports.length > 0 && (
            <Lines id="reports" title={t('tagAdmin.reports')}>
              {tag.reports.map(({ reason, text, at }) => (
                <li key={at} className="whitespace-pre-line wrap-anywhere" dir="auto">
                  {whenOf(at)}: {t(`reports.reason-${reason}`)} {text && <q>{text}</q>}
                </li>
              ))}
            </Lines>
          )}
        </>
      )}
    </Subject>
  );
}

function factsOf(tag: AdministeredTag): Record<string, ReactNode> {
  const { status, replaces, replacedBy, batch, owner, item, openings } = tag;
  return {
    [t('tagAdmin.state')]: t(`tagAdmin.${status === 'active' && replacedBy ? 'replaced' : status}`),
    ...(replacedBy && { [t('tagAdmin.replacedBy')]: <TagLink code={replacedBy} /> }),
    ...(replaces && { [t('tagAdmin.replaces')]: <TagLink code={replaces} /> }),
    [t('tagAdmin.batch')]: batch ? (
      <a href={adminTagsPath({ batch: batch.id })}>{batch.name || t('tagAdmin.nameless')}</a>
    ) : (
      '–'
    ),
    [t('tagAdmin.owner')]: owner ? <PersonLink {...owner} /> : '–',
    [t('tagAdmin.item')]: item ? <ItemOfTag {...item} /> : '–',
    [t('tagAdmin.openings')]: t('admin.count', { count: openings }),
  };
}

function ItemOfTag({ id, deleted }: NonNullable<AdministeredTag['item']>) {
  return deleted ? t('tagAdmin.itemDeleted') : <a href={adminItemsPath(id)}>{id}</a>;
}

type Act = TagAction | 'replace';

function Acts({ tag }: { tag: AdministeredTag }) {
  const { code, frozenAt, status, item, replacedBy } = tag;
  const act = (name: Act, { reason: chosen = '', newCode }: Record<string, string>) => {
    const reason = chosen as TagActionReason;
    return name === 'replace'
      ? callFunction('replaceTag', { code, ...(newCode?.trim() && { newCode }), reason })
      : callFunction('administerTag', { code, act: name, reason });
  };
  const isRetired = status === 'retired';
  const isReplaceable = item !== null && !item.deleted && replacedBy === null;
  const possible: Act[] = [
    ...(isReplaceable ? (['replace'] as const) : []),
    ...(isRetired ? [] : ([frozenAt ? 'unfreeze' : 'freeze', 'retire'] as const)),
  ];
  if (possible.length === 0) return null;
  return (
    <Section id="acts" title={t('peopleAdmin.acts')}>
      <div className="flex flex-wrap gap-3">
        {possible.map((name) => (
          <ConfirmButton
            key={name}
            label={t(`tagAdmin.label-${name}`)}
            variant={name === 'retire' ? 'danger' : 'secondary'}
            question={t(`tagAdmin.question-${name}`)}
            verbVariant={name === 'unfreeze' || name === 'replace' ? 'primary' : 'danger'}
            fields={({ field }) => (
              <>
                {name === 'replace' && (
                  <TextField
                    label={t('tagAdmin.newCode')}
                    hint={t('tagAdmin.newCodeHint')}
                    {...field('newCode')}
                    maxLength={maxTypedCodeLength}
                    autoComplete="off"
                  />
                )}
                <Select
                  id={`reason-${name}`}
                  label={t('tagAdmin.reason')}
                  {...field('reason')}
                  options={tagActionReasons.map((value) => ({ value, label: t(`tagAdmin.reason-${value}`) }))}
                />
              </>
            )}
            text={t(`tagAdmin.text-${name}`)}
            changes={[adminKeys.tag]}
            action={(typed) => act(name, typed)}
          />
        ))}
      </div>
    </Section>
  );
}

function History({ tag: { createdAt, activatedAt, retiredAt, owner, history } }: { tag: AdministeredTag }) {
  const byAdministrator = history.some(({ act }) => act === 'retireTag');
  return (
    <Lines id="history" title={t('tagAdmin.history')}>
      {history.map(({ act, at, by, reason }) => (
        <li key={at + act} className="wrap-anywhere">
          {whenOf(at)}: {t(`act.${act}`)} (<bdi>{by ?? t('auditAdmin.command')}</bdi>
          {reason && `, ${t(`tagAdmin.reason-${reason}`)}`})
        </li>
      ))}
      {retiredAt && !byAdministrator && <li>{`${whenOf(retiredAt)}: ${t('tagAdmin.retired')}`}</li>}
      {activatedAt && (
        <li className="wrap-anywhere">
          {whenOf(activatedAt)}: {t('tagAdmin.activated')} {owner && <bdi>({owner.email})</bdi>}
        </li>
      )}
      <li>{`${whenOf(createdAt)}: ${t('tagAdmin.madeCount')}`}</li>
    </Lines>
  );
}
