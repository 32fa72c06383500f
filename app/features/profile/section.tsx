import type { ReactNode } from 'react';
import type { AppPageName } from '../../../paths/app-pages.ts';
import { profilePath } from '../../../paths/paths.ts';
import { t } from '../../core/document/app-translations.ts';
import { BackLink, PageHeading } from '../../widgets/page-heading.tsx';

export type SectionName = Extract<AppPageName, `profile${string}`>;

/** On a phone it stands alone, below the way back to the list of all sections. */
export function ProfileSection({ name, children }: { name: SectionName; children: ReactNode }) {
  return (
    <div className="grid max-w-2xl grid-cols-1 content-start gap-8">
      <div>
        <BackLink href={profilePath()} className="md:hidden">
          {t('frame.profile')}
        </BackLink>
        <PageHeading>{t(`metadata.${name}Title`)}</PageHeading>
      </div>
      {children}
    </div>
  );
}
