import { PasswordField } from '../../ui/password-field.tsx';
import { callFunction } from '../data/call-function.ts';
import { useUser } from '../session/auth-provider.tsx';
import { sessionStore } from '../session/session-store.ts';
import { ConfirmButton } from '../widgets/confirm-button.tsx';

export function DeleteAccount() {
  const user = useUser();
  const ask = async ({ password = '' }: Record<string, string>) => {
    const { deletedOn } = await callFunction('deleteAccount', { password });
    sessionStore.changeUser({ ...user, deletedOn });
    scrollTo(0, 0);
  };
  if (user.deletedOn) return null;
  return (
    <section className="grid gap-3 border-t-2 border-dashed border-line pt-6">
      <h2>Delete your account</h2>
      <p>It is deleted after 7 days, in which you can change your mind.</p>
      <ConfirmButton
        label="Delete my account"
        variant="danger"
        question="Delete your account?"
        verb="Delete in 7 days"
        action={ask}
        fields={(wrong) => (
          <PasswordField
            id="delete-password"
            label="Your password"
            name="password"
            autoComplete="current-password"
            required
            error={wrong.password}
          />
        )}
      >
        <p>
          Your items and messages go with it, and whoever scans one of your tags will read that the tag is retired.
          Until then everything works as always, and you can keep the account: here, or by the link in the mail that we
          send you.
        </p>
      </ConfirmButton>
    </section>
  );
}
