import { useMutation } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';

/** Takes back an invitation that waits. */
export function TakeBack({ cancel }: { cancel(): Promise<unknown> }) {
  const t = useWords();
  const cancelling = useMutation({ mutationFn: cancel });
  return (
    <>
      <Button type="button" variant="secondary" disabled={cancelling.isPending} onClick={() => cancelling.mutate()}>
        {t('sharing.takeBack')}
      </Button>
      {cancelling.error && <Notice tone="error">{cancelling.error.message}</Notice>}
    </>
  );
}
