import { useEffect, useState } from 'react';
import { Redirect } from '../../core/navigation/navigation.tsx';
import { nextPath, waitingPath } from '../../core/session/waiting.ts';

/** Leads whoever has signed in to what was asked for, or to where they were going before they had an account, which is then over. */
export function GoOn({ asked }: { asked: string | null | undefined }) {
  const [to] = useState(() => nextPath(asked, location.origin));
  useEffect(() => () => waitingPath.forget(to), [to]);
  return <Redirect to={to} />;
}
