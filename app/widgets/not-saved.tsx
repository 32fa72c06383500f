import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';

type NotSavedProps = {
  title?: string;
  error: Error | null;
  /** The fields that somebody else saved otherwise, both in words. */
  apart: { label: string; mine: string; theirs: string }[];
  onTakeTheirs(): void;
};

/** Why a form was not saved. Where somebody else saved something else, saving again replaces it. */
export function NotSaved({ title, error, apart, onTakeTheirs }: NotSavedProps) {
  const t = useWords();
  if (!error && apart.length === 0) return null;
  return (
    <Notice tone="error" title={title}>
      {error && <p>{error.message}</p>}
      {apart.length > 0 && (
        <>
          <dl className="my-3 grid gap-3">
            {apart.map(({ label, mine, theirs }) => (
              <div key={label} className="whitespace-pre-line wrap-anywhere">
                <dt className="font-[650]">{label}</dt>
                <dd>
                  {t('changedElsewhere.typedHere')}: <Said text={mine} />
                </dd>
                <dd>
                  {t('changedElsewhere.savedElsewhere')}: <Said text={theirs} />
                </dd>
              </div>
            ))}
          </dl>
          <p className="mb-3">{t('changedElsewhere.formText')}</p>
          <Button type="button" variant="secondary" onClick={onTakeTheirs}>
            {t('changedElsewhere.takeTheirs')}
          </Button>
        </>
      )}
    </Notice>
  );
}

function Said({ text }: { text: string }) {
  const t = useWords();
  if (!text) return <i>{t('changedElsewhere.empty')}</i>;
  return <bdi>{text.includes('\n') ? `\n${text}` : text}</bdi>;
}
