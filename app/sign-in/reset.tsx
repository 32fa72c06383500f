import { useSearchParams } from 'react-router';
import { NewPassword } from './new-password.tsx';
import { RequestReset } from './request-reset.tsx';

/** With the token of the mail's link a new password can be set; without it, the mail is asked for. */
export function Reset() {
  const token = useSearchParams()[0].get('token');
  return token ? <NewPassword token={token} /> : <RequestReset />;
}
