import { useQuery } from '@tanstack/react-query';
import type { DisabledTags as Told } from '../../../domain/items/contract/schema.ts';
import { inGroups } from '../../../domain/texts/contract/typed-codes.ts';
import { staticPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { onlineQuery } from '../../core/data/function-queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { dayOf } from '../../widgets/dates.ts';

export const disabledTagsQuery = (id: string) => onlineQuery(['stopped-tags', id], 'readDisabledTags', { id });

export function DisabledTagsAlert({ itemId, isShared = false }: { itemId: string; isShared?: boolean }) {
  const { data } = useQuery(disabledTagsQuery(itemId));
  return data?.stopped.map((tag) => (
    <Alert key={tag.code} tone={tag.state === 'frozen' ? 'error' : 'info'} title={t(`disabledTags.title-${tag.state}`)}>
      <p>{toldOf(tag)}</p>
      <p>{t(isShared ? 'disabledTags.workingShared' : 'disabledTags.working', { count: data.working })}</p>
      <a href={staticPath('contact')}>{t('disabledTags.contact')}</a>
    </Alert>
  ));
}

function toldOf({ code, state, replacedBy, at }: Told['stopped'][number]): string {
  const [old, next] = [printed(code), printed(replacedBy ?? '')];
  const date = dayOf(at);
  if (state === 'replaced') return t('disabledTags.replaced', { code: old, replacedBy: next, date });
  const told = t(`disabledTags.${state}`, { code: old, date });
  return next ? `${told} ${t('disabledTags.retiredAndReplaced', { replacedBy: next })}` : told;
}

const printed = (code: string) => inGroups(code).toUpperCase();
