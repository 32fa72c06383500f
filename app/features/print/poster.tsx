import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { maxPosterWords, maxReward } from '../../../domain/print/contract/schema.ts';
import { posterPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { Select, TextArea, TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { useChange } from '../../core/data/use-change.ts';
import { download, fetchFile } from '../../core/files/fetch-file.ts';
import { Failure, type FieldValues, Submit, useForm } from '../../widgets/form.tsx';

export function Poster({ item }: { item: ItemSummary }) {
  const t = useTranslations();
  const poster = useChange(
    (typed: FieldValues) => fetchFile(posterPath(), { ...typed, picture: 'picture' in typed, item: item.id }),
    { onSuccess: download },
  );
  const { ref, onSubmit, errors } = useForm(poster);
  return (
    <form ref={ref} onSubmit={onSubmit} noValidate className="grid gap-4">
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
      <Failure error={poster.error} title={t('carry.posterFailed')} />
      {poster.data && (
        <Alert tone="success" title={t('carry.posterReady')}>
          <LinkButton href={poster.data.href} target="_blank" variant="secondary">
            {t('carry.openPoster')}
          </LinkButton>
        </Alert>
      )}
      <Submit of={poster} busy={t('carry.makingPoster')} className="justify-self-start">
        {t('carry.makePoster')}
      </Submit>
    </form>
  );
}
