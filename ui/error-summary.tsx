import { Notice } from './notice.tsx';

type ErrorSummaryProps = {
  /** By the name (or id) of the field; what an item schema's parser answers fits. */
  errors: Readonly<Record<string, string | undefined>>;
};

/** At the head of a refused form: every error once, each leading to its field. Nothing when there is none. */
export function ErrorSummary({ errors }: ErrorSummaryProps) {
  const present = Object.entries(errors).filter(([, text]) => text);
  if (present.length === 0) return null;
  return (
    <Notice tone="error" title="Please look at this again">
      <ul>
        {present.map(([id, text]) => (
          <li key={id}>
            <a href={`#${id}`} className="inline-flex min-h-12 items-center text-signal">
              {text}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
