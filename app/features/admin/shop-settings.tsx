import { useQuery } from '@tanstack/react-query';
import { adminProductsPath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { Loaded } from '../../widgets/loaded.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';

import { shopSettingsQuery } from './queries.ts';
import { SettingsForm } from './shop-settings-form.tsx';

/** What the shop needs besides products. */
export function AdminShop() {
  const t = useTranslations();
  const settings = useQuery(shopSettingsQuery);
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <PageHeading>{t('shopAdmin.title')}</PageHeading>
      <LinkButton href={adminProductsPath()} variant="secondary" className="justify-self-start">
        {t('shopAdmin.products')}
      </LinkButton>
      <Loaded query={settings} failure={t('shopAdmin.failed')}>
        {(shop) => <SettingsForm shop={shop} />}
      </Loaded>
    </div>
  );
}
