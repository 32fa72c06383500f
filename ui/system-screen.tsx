import type { ReactNode } from 'react';
import { defaultMaintenanceMessage } from '../domain/settings/contract/default-maintenance-message.ts';
import type { Translations } from '../language/create-translations.ts';
import { Button, LinkButton } from './button.tsx';
import { useTranslations } from './translations-context.ts';

type SystemScreenProps = {
  title: string;
  text?: ReactNode;
  action?: { label: string; href: string } | null;
  children?: ReactNode;
};

export function SystemScreen({ title, text, action, children }: SystemScreenProps) {
  return (
    <div className="grid grid-cols-1 place-items-center px-[min(1rem,3vw)] py-12">
      <div className="torn-tag">
        <div>
          <h1>{title}</h1>
          {text && <p>{text}</p>}
          {action && <LinkButton href={action.href}>{action.label}</LinkButton>}
          {children}
        </div>
      </div>
    </div>
  );
}

export function ErrorScreen() {
  const t = useTranslations();
  return <SystemScreen title={t('screen.wrong')} text={t('screen.refresh')} />;
}

/** C-2.17: `failure` is what could not be done, such as “Error connecting to service”; `href` is the page to read again. */
export function ConnectionErrorScreen({ failure, href }: { failure: string; href: string }) {
  const t = useTranslations();
  const [path, query] = href.split('?', 2);
  return (
    <SystemScreen
      title={t('screen.connection')}
      text={
        <>
          {failure}
          <br />
          {t('screen.refreshOrContact')}
        </>
      }
    >
      {/* Works without scripts. A form's own fields replace the query of its address. */}
      <form action={path}>
        {[...new URLSearchParams(query)].map(([name, value]) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
        <Button>{t('screen.refreshPage')}</Button>
      </form>
    </SystemScreen>
  );
}

type MaintenanceScreenProps = { message: string; href?: string; children?: ReactNode };

/** C-2.18: `href` is the page to ask for again, where that is the way to find out. */
export function MaintenanceScreen({ message, href, children }: MaintenanceScreenProps) {
  const t = useTranslations();
  return (
    <SystemScreen
      title={t('screen.backSoon')}
      text={
        <span
          className="whitespace-pre-line wrap-anywhere"
          dir="auto"
          data-maintenance={message}
          data-default={defaultMaintenanceMessage}
          data-translated={t('screen.maintenance')}
        >
          {maintenanceText(message, t)}
        </span>
      }
      {...(href && { action: { label: t('screen.tryAgain'), href } })}
    >
      {children}
    </SystemScreen>
  );
}

export function maintenanceText(message: string, t: Translations): string {
  return message === defaultMaintenanceMessage ? t('screen.maintenance') : message;
}

export function LoadingScreen({ text }: { text?: string }) {
  const t = useTranslations();
  return (
    <div className="grid grid-cols-1 place-items-center px-[min(1rem,3vw)] py-16" role="status">
      <p className="tag-shape tag-blank px-[min(2rem,4vw)] pb-6 wrap-anywhere text-ink-soft">
        {text ?? t('screen.loading')}
      </p>
    </div>
  );
}
