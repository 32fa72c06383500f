import { homePath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';

type FoundFormProps = {
  /** What was typed and is not the code of any tag; null before anything was. */
  unknownCode: string | null;
};

/** For a finder whose camera does not help: the code that is printed under the square. */
export function CodeForm({ unknownCode }: FoundFormProps) {
  return (
    <section className="wrap" aria-labelledby="found">
      <form method="get" action={homePath()} className="found-form">
        <h2 id="found">Found something? Type the code</h2>
        <div className="grid items-end gap-3 sm:grid-cols-[1fr_auto]">
          <TextField
            name="code"
            label="Code on the tag"
            hint="16 letters and digits, printed under the square. Spaces and dashes do not matter."
            error={unknownCode === null ? undefined : unknown}
            defaultValue={unknownCode ?? undefined}
            className="field-input font-mono"
            dir="ltr"
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Button>Open its page</Button>
        </div>
      </form>
    </section>
  );
}

const unknown = 'We don’t know this code. Check it against the tag: 16 letters and digits, in groups of four.';
