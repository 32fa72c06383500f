import { useSearchParams } from 'react-router';
import { CheckMail } from './check-mail.tsx';
import { ConfirmAddress } from './confirm-address.tsx';

/** C-2.05: with the token of the mail's link the address can be confirmed; without it, this says where the link is. */
export function EmailVerification() {
  const token = useSearchParams()[0].get('token');
  return token ? <ConfirmAddress token={token} /> : <CheckMail />;
}
