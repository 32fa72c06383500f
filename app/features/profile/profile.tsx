import { exportPath, ownOrdersPath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { late } from '../../core/document/late.tsx';
import { useUser } from '../../core/session/auth-provider.tsx';
import { dayOf } from '../../widgets/dates.ts';
import { Facts } from '../../widgets/facts.tsx';
import { FailedMailAlert } from '../../widgets/failed-mail-alert.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { ChangeEmail, ChangePassword, DeleteAccount } from './account.tsx';
import { ChooseLanguage, DisplayName, ShowName } from './display-name.tsx';
import { SessionList } from './sessions.tsx';
import { SignOut } from './sign-out.tsx';

const Notifications = late(
  async () => (await import('./notifications.tsx')).Notifications,
  <div className="min-h-96" />,
);

const SecondFactorSection = late(
  async () => (await import('../sign-in/second-factors.tsx')).SecondFactorSection,
  <div className="min-h-40" />,
);

export function Profile() {
  const t = useTranslations();
  const { createdAt } = useUser();
  return (
    <div className="mx-auto grid max-w-2xl gap-8 lg:max-w-none">
      <PageHeading>{t('profile.title')}</PageHeading>
      <FailedMailAlert />
      <div className="grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-2">
        <div className="grid grid-cols-1 content-start gap-8">
          <DisplayName />
          <ShowName />
          <Facts facts={{ [t('profile.since')]: dayOf(createdAt) }} />
          <ChangeEmail />
          <ChangePassword />
          <ChooseLanguage />
        </div>
        <div className="grid grid-cols-1 content-start gap-8">
          <SessionList />
          <Notifications />
          <SecondFactorSection />
          <OwnOrdersLink />
          <ExportData />
          <DeleteAccount />
          <div id="sign-out" className="border-t-2 border-dashed border-line pt-6">
            <SignOut />
          </div>
        </div>
      </div>
    </div>
  );
}

function ExportData() {
  const t = useTranslations();
  return (
    <section className="grid gap-3">
      <h2>{t('profile.data')}</h2>
      <p>{t('profile.dataText')}</p>
      {/* Not `download`: that would save the sign-in page, should the session be over by now. */}
      <LinkButton variant="secondary" href={exportPath()} target="_top" className="sm:justify-self-start">
        {t('profile.download')}
      </LinkButton>
    </section>
  );
}

function OwnOrdersLink() {
  const t = useTranslations();
  return (
    <section className="grid gap-3">
      <h2>{t('profile.orders')}</h2>
      <p>{t('profile.ordersText')}</p>
      <LinkButton variant="secondary" href={ownOrdersPath()} className="sm:justify-self-start">
        {t('profile.showOrders')}
      </LinkButton>
    </section>
  );
}
