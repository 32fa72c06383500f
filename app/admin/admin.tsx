import {
  adminAuditPath,
  adminOrdersPath,
  adminPeoplePath,
  adminProductsPath,
  adminShopPath,
  adminTagsPath,
} from '../../paths/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { useWords } from '../../ui/words-context.ts';
import { PageHeading } from '../widgets/page-heading.tsx';
import { AdminOnly } from './admin-only.tsx';
import { FindProfile } from './find-profile.tsx';
import { MailState } from './mail-state.tsx';
import { MaintenanceSwitch } from './maintenance-switch.tsx';

/** C-2.03: for administrators only. */
export function Admin() {
  const t = useWords();
  return (
    <AdminOnly>
      <div className="grid grid-cols-1 items-start gap-x-16 gap-y-8 lg:grid-cols-2">
        <PageHeading className="lg:col-span-2">{t('admin.title')}</PageHeading>
        <MaintenanceSwitch />
        <MailState />
        <FindProfile />
        <section className="grid grid-cols-1 gap-4" aria-labelledby="shop">
          <h2 id="shop">{t('admin.shop')}</h2>
          <p className="flex flex-wrap gap-3">
            <LinkButton href={adminShopPath()} variant="secondary">
              {t('admin.shopSettings')}
            </LinkButton>
            <LinkButton href={adminProductsPath()} variant="secondary">
              {t('admin.shopProducts')}
            </LinkButton>
            <LinkButton href={adminOrdersPath()} variant="secondary">
              {t('admin.shopOrders')}
            </LinkButton>
          </p>
        </section>
        <p className="flex flex-wrap gap-6">
          <a href={adminTagsPath()}>{t('admin.tags')}</a>
          <a href={adminPeoplePath()}>{t('admin.people')}</a>
          <a href={adminAuditPath()}>{t('admin.audit')}</a>
        </p>
      </div>
    </AdminOnly>
  );
}
