import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { maxPosterWords, maxReward } from '../../../domain/print/contract/schema.ts';
import { posterPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Select, TextArea, TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { fieldErrors } from '../../core/data/function-error.ts';
import { download, fetchFile } from '../../core/files/fetch-file.ts';
import { formValues } from '../../widgets/form-values.ts';

export function Poster({ item }: { item: ItemSummary }) {
  const t = useTranslations();
  const poster = useMutation({
    mutationFn: (typed: Record<string, string>) =>
      fetchFile(posterPath(), { ...typed, picture: 'picture' in typed, item: item.id }),
    onSuccess: download,
  });
  const errors = fieldErrors(poster.error);
  return (
    <form
      onSubmit={(event: FormEvent<HTMLFormElement>) => poster.mutate(formValues(event))}
      noValidate
      className="grid gap-4"
    >
      <p className="text-ink-soft">{t('carry.posterText')}</p>
      <TextArea
        label={t('carry.posterWords')}
        hint={t('carry.posterWordsHint')}
        name="words"
        maxLength={maxPosterWords}
        error={errors.words}
      />
      <TextField label={t('carry.reward')} name="reward" maxLength={maxReward} error={errors.reward} />
      {item.pictureId && (
        <label className="flex min-h-12 items-center gap-3">
          <input type="checkbox" name="picture" className="size-6 accent-home" defaultChecked={item.pictureShown} />
          {t('carry.posterPicture')}
        </label>
      )}
      <Select
        label={t('carry.paper')}
        name="paper"
        options={[
          { value: 'a4', label: 'A4' },
          { value: 'letter', label: 'Letter' },
        ]}
        error={errors.paper}
      />
      {poster.error && (
        <Alert tone="error" title={t('carry.posterFailed')}>
          <p>{poster.error.message}</p>
        </Alert>
      )}
      {poster.data && (
        <Alert tone="success" title={t('carry.posterReady')}>
          <LinkButton href={poster.data.href} target="_blank" variant="secondary">
            {t('carry.openPoster')}
          </LinkButton>
        </Alert>
      )}
      <Button disabled={poster.isPending} className="justify-self-start">
        {poster.isPending ? t('carry.makingPoster') : t('carry.makePoster')}
      </Button>
    </form>
  );
}
