import { SystemScreen } from '../../ui/system-screen.tsx';
import { usePageTitle } from '../widgets/page-heading.tsx';

type NotHereProps = { title: string; text: string; action: { label: string; href: string } };

export function NotHere(props: NotHereProps) {
  usePageTitle(props.title);
  return <SystemScreen {...props} />;
}
