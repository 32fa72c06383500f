import type { ReactNode } from 'react';
import type { AppPageName } from '../../../paths/app-pages.ts';
import { profilePath } from '../../../paths/paths.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { PageHeading } from '../../widgets/page-heading.tsx';

export type SectionName = Extract<AppPageName, `profile${string}`>;

/** On a phone it stands alone, below the way back to the list of all sections. */
export function ProfileSection({ name, children }: { name: SectionName; children: ReactNode }) {
  const t = useTranslations();
  return (
    <div className="grid max-w-2xl grid-cols-1 content-start gap-8">
      <div>
        <a href={profilePath()} className="-mt-4 inline-flex min-h-12 items-center gap-1 text-ink md:hidden">
          <Icon name="back" className="size-5 rtl:-scale-x-100" />
          {t('frame.profile')}
        </a>
        <PageHeading>{t(`metadata.${name}Title`)}</PageHeading>
      </div>
      {children}
    </div>
  );
}
