import { useSearchParams } from 'react-router';
import { LoadingScreen } from '../../../ui/system-screen.tsx';
import { late } from '../../core/document/late-part.tsx';
import { RequestReset } from './request-reset.tsx';

const NewPassword = late(async () => (await import('./new-password.tsx')).NewPassword, <LoadingScreen />);

/** With the token of the mail's link a new password can be set; without it, the mail is asked for. */
export function Reset() {
  const token = useSearchParams()[0].get('token');
  return token ? <NewPassword token={token} /> : <RequestReset />;
}
