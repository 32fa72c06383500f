import '../../core/document/no-eval.ts';
import { useQuery } from '@tanstack/react-query';
import type { LabelTemplate } from '../../../domain/print/contract/label-template.ts';
import { labelTemplatesPath, printOnPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { t } from '../../core/document/app-translations.ts';
import { navigate, useSearchParams } from '../../core/navigation/navigation.tsx';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { useKeepFocus } from '../../widgets/keep-focus.ts';
import { PagedList } from '../../widgets/loaded.tsx';
import { LeadPage } from '../../widgets/page-heading.tsx';
import { labelTemplatesQuery } from './sheets.tsx';
import { TemplateForm } from './template-form.tsx';

export function LabelTemplates() {
  const params = useSearchParams();
  const asked = params.get('template');
  // Beside the form too, which closes over rows that are new.
  useQuery(labelTemplatesQuery);
  const close = () => navigate(labelTemplatesPath());
  useKeepFocus();
  return (
    <LeadPage title={t('labelTemplates.title')} lead={t('labelTemplates.lead')}>
      {asked === 'new' ? (
        <TemplateForm onClose={close} />
      ) : (
        <PagedList of={labelTemplatesQuery} failure={t('labelTemplates.failed')} more={t('labelTemplates.more')}>
          {(list, more) => {
            const changed = list.rows.find(({ id }) => id === asked);
            if (changed) return <TemplateForm key={changed.id} template={changed} onClose={close} />;
            return (
              <>
                {asked && <Alert tone="error">{t('labelTemplates.gone')}</Alert>}
                <LinkButton href={labelTemplatesPath('new')} className="justify-self-start">
                  {t('labelTemplates.new')}
                </LinkButton>
                <p role="status">{t('labelTemplates.counted', { count: list.rows.length })}</p>
                <ul className="grid gap-3">
                  {list.rows.map((template) => (
                    <li key={template.id} className="grid gap-3 rounded-card border-2 border-line bg-card p-4">
                      <Line template={template} />
                    </li>
                  ))}
                </ul>
                {more}
              </>
            );
          }}
        </PagedList>
      )}
    </LeadPage>
  );
}

function Line({ template }: { template: LabelTemplate }) {
  const { id, name, columns, rows, labelWidth, labelHeight } = template;
  return (
    <>
      <div>
        <h2 className="wrap-anywhere">
          <bdi>{name}</bdi>
        </h2>
        <p>{t('labelTemplates.summary', { count: columns * rows, width: labelWidth, height: labelHeight })}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <LinkButton href={printOnPath(id)}>{t('labelTemplates.print')}</LinkButton>
        <LinkButton href={labelTemplatesPath(id)} variant="secondary">
          {t('labelTemplates.change')}
        </LinkButton>
        <ConfirmButton
          label={t('labelTemplates.delete')}
          question={t('labelTemplates.deleteQuestion', { name })}
          verb={t('labelTemplates.deleteForGood')}
          changes={[labelTemplatesQuery.queryKey]}
          action={() => callFunction('deleteLabelTemplate', { id })}
          text={t('labelTemplates.deleteWarning')}
        />
      </div>
    </>
  );
}
