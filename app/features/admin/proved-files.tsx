import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { ownUrl } from '../../../paths/own-url.ts';
import { adminPath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { callFunction, FunctionError } from '../../core/data/call-function.ts';
import { t } from '../../core/document/app-translations.ts';
import { navigate, useSearchParams } from '../../core/navigation/navigation.tsx';

/** The browser could not ask for the second factor itself. */
export async function openWhenProved(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
  event.preventDefault();
  const { href, target } = event.currentTarget;
  if (!(await isProved())) return;
  // A browser may allow no new window that long after the press.
  if (!window.open(href, target || '_self')) location.assign(href);
}

/** Asks for the second factor where it is due. Whatever else is wrong, the file's own answer says. */
async function isProved(): Promise<boolean> {
  try {
    await callFunction('checkSecondFactor', {});
  } catch (error) {
    return !(error instanceof FunctionError && error.code === 'permission-denied');
  }
  return true;
}

/** The file whose address was opened without a proved second factor: it comes as soon as that is proved. */
export function AskedFile() {
  const params = useSearchParams();
  const [file] = useState(() => fileIn(params.get('file')));
  const isAsked = useRef(false);
  useEffect(() => {
    if (!file || isAsked.current) return;
    let left = false;
    isProved().then((proved) => {
      if (!proved || left) return;
      isAsked.current = true;
      navigate(location.pathname, { replace: true });
      location.replace(file);
    });
    return () => {
      left = true;
    };
  }, [file]);
  if (!file) return null;
  return (
    <LinkButton href={file} variant="secondary" className="justify-self-start" onClick={openWhenProved}>
      {t('admin.loadFile')}
    </LinkButton>
  );
}

/** Only the path of a file for administrators, never an address of another site. */
function fileIn(asked: string | null): string | undefined {
  const url = asked ? ownUrl(asked, location.origin) : undefined;
  return url?.pathname.startsWith(`${adminPath()}/`) ? url.pathname + url.search : undefined;
}
