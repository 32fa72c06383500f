import type { ReactNode } from 'react';
import { LinkButton } from './button.tsx';

type SystemScreenProps = {
  title: string;
  text?: ReactNode;
  action?: { label: string; href: string };
  /** A button that is not a link, or whatever else belongs below the sentence. */
  children?: ReactNode;
};

/** Error, maintenance, offline, not found: a tag with a torn corner, one sentence, one button. */
export function SystemScreen({ title, text, action, children }: SystemScreenProps) {
  return (
    <Centered>
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      {action && <LinkButton href={action.href}>{action.label}</LinkButton>}
      {children}
    </Centered>
  );
}

/** C-2.15. */
export function ErrorScreen() {
  return <SystemScreen title="Something went wrong." text="Please try refreshing the page." />;
}

/** C-2.17: `failure` is what could not be done, such as “Error connecting to service”; `href` is the page to read again. */
export function ConnectionErrorScreen({ failure, href }: { failure: string; href: string }) {
  return (
    <SystemScreen
      title="Connection Error"
      text={
        <>
          {failure}
          <br />
          Please try refreshing the page or contact support if the issue persists.
        </>
      }
    >
      {/* Not a step within the app: the document itself is loaded anew. */}
      <LinkButton href={href} target="_top">
        Refresh Page
      </LinkButton>
    </SystemScreen>
  );
}

type MaintenanceScreenProps = { message: string; href?: string; children?: ReactNode };

/** C-2.18: `href` is the page to ask for again, where that is the way to find out. */
export function MaintenanceScreen({ message, href, children }: MaintenanceScreenProps) {
  return (
    <SystemScreen
      title="We’ll be back soon."
      text={
        <span className="whitespace-pre-line wrap-anywhere" data-maintenance="">
          {message}
        </span>
      }
      {...(href && { action: { label: 'Try again', href } })}
    >
      {children}
    </SystemScreen>
  );
}

/** C-2.16. */
export function LoadingScreen({ text = 'Loading...' }: { text?: string }) {
  return (
    <div className="grid place-items-center px-4 py-16" role="status">
      <p className="tag-shape tag-blank px-8 pb-6 text-ink-soft">{text}</p>
    </div>
  );
}

function Centered({ children }: { children: ReactNode }) {
  return (
    <div className="grid place-items-center px-4 py-12">
      <div className="torn-tag">
        <div>{children}</div>
      </div>
    </div>
  );
}
