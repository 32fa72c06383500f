import { SystemScreen } from '../../ui/system-screen.tsx';
import { usePageTitle } from './page-heading.tsx';

type NotFoundProps = { title: string; text: string; action: { label: string; href: string } };

export function NotFoundScreen(props: NotFoundProps) {
  usePageTitle(props.title);
  return <SystemScreen {...props} />;
}
