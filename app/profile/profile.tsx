import { useUser } from '../auth/auth-provider.tsx';
import { dayOf } from '../dates.ts';
import { Facts } from '../facts.tsx';
import { PageHeading } from '../page-heading.tsx';
import { ChangePassword } from './change-password.tsx';
import { DisplayName } from './display-name.tsx';
import { SignOut } from './sign-out.tsx';

export function Profile() {
  const { email, createdAt } = useUser();
  return (
    <div className="mx-auto grid max-w-2xl gap-8">
      <PageHeading>Profile</PageHeading>
      <DisplayName />
      <Facts facts={{ Email: email, 'With us since': dayOf(createdAt) }} />
      <ChangePassword />
      <SignOut />
    </div>
  );
}
