import { exportPath } from '../../paths/paths.ts';
import { LinkButton } from '../../ui/button.tsx';

export function ExportData() {
  return (
    <section className="grid gap-3">
      <h2>Your data</h2>
      <p>
        Your profile, items, tags, conversations, messages and our mails to you, in files that programs can read (JSON
        in a zip).
      </p>
      {/* Not `download`: that would save the sign-in page, should the session be over by now. */}
      <LinkButton variant="secondary" href={exportPath()} target="_top" className="sm:justify-self-start">
        Download my data
      </LinkButton>
    </section>
  );
}
