import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { toldLossOf } from '../../../domain/items/contract/item-state.ts';
import { maxPlaceLength } from '../../../domain/items/contract/limits.ts';
import type { ToldLoss } from '../../../domain/items/contract/loss.ts';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { maxPosterWords, maxReward, posterPapers } from '../../../domain/print/contract/schema.ts';
import { posterPath, posterPreviewPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { Checkbox, Select, TextArea, TextField } from '../../../ui/fields.tsx';
import { itemStatesQuery } from '../../core/data/queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { download, fetchFile } from '../../core/files/files.ts';
import { useNoNetwork } from '../../core/offline/network.ts';
import { Failure, type FieldValues, formValues, Submit, useChange, useForm } from '../../widgets/form.tsx';

type PosterPaper = keyof typeof posterPapers;

/** Nothing is drawn for each letter that is typed. */
const previewMs = 300;

/** Filled with what is said of the loss, also when that changes meanwhile. */
export function Poster({ item }: { item: ItemSummary }) {
  const states = useQuery(itemStatesQuery(item.id));
  const loss = toldLossOf(states.data?.rows[0]);
  const known = JSON.stringify([loss, item.facts.reward]);
  return states.isLoading ? null : <PosterForm key={known} item={item} loss={loss} />;
}

function PosterForm({ item, loss }: { item: ItemSummary; loss: ToldLoss }) {
  const { reward } = item.facts;
  const orderOf = (typed: FieldValues) => ({ ...typed, picture: 'picture' in typed, item: item.id });
  const [shown, setShown] = useState<object>({ item: item.id });
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  const showLater = ({ currentTarget: form }: FormEvent<HTMLFormElement>) => {
    if (poster.data) poster.reset();
    clearTimeout(later.current);
    later.current = setTimeout(() => setShown(orderOf(formValues(form))), previewMs);
  };
  useEffect(() => () => clearTimeout(later.current), []);
  const poster = useChange((typed: FieldValues) => fetchFile(posterPath(), orderOf(typed)), { onSuccess: download });
  const { ref, onSubmit, field } = useForm(poster);
  return (
    <form ref={ref} onSubmit={onSubmit} onChange={showLater} noValidate className="grid gap-4">
      <p className="text-ink-soft">{t('carry.posterText')}</p>
      <TextArea
        label={t('carry.posterWords')}
        hint={t('carry.posterWordsHint')}
        {...field('words')}
        maxLength={maxPosterWords}
        defaultValue={loss.message}
      />
      <TextField
        label={t('carry.posterPlace')}
        {...field('place')}
        maxLength={maxPlaceLength}
        defaultValue={loss.place}
      />
      <TextField
        label={t('carry.reward')}
        {...field('reward')}
        maxLength={maxReward}
        defaultValue={reward?.shown ? reward.text : ''}
      />
      {item.pictureId && (
        <Checkbox name="picture" className="size-6 accent-home" defaultChecked={item.pictureShown}>
          {t('carry.posterPicture')}
        </Checkbox>
      )}
      <Select
        label={t('carry.paper')}
        {...field('paper')}
        options={[
          { value: 'a4', label: 'A4' },
          { value: 'letter', label: 'Letter' },
        ]}
      />
      <PosterPreview order={shown} />
      <Failure error={poster.error} title={t('carry.posterFailed')} />
      {poster.data && (
        <Alert tone="success" title={t('carry.posterReady')}>
          <LinkButton href={poster.data.href} target="_blank">
            {t('carry.openPoster')}
          </LinkButton>
        </Alert>
      )}
      <Submit
        of={poster}
        busy={t('carry.makingPoster')}
        variant={poster.data ? 'secondary' : 'primary'}
        className="justify-self-start"
      >
        {t('carry.makePoster')}
      </Submit>
    </form>
  );
}

/** As it will be printed. Nothing stands in its place where it does not come. */
function PosterPreview({ order }: { order: { paper?: PosterPaper } }) {
  const noNetwork = useNoNetwork();
  const address = posterPreviewPath(order);
  const [failed, setFailed] = useState('');
  const { width, height } = posterPapers[order.paper ?? 'a4'];
  if (noNetwork || failed === address) return null;
  return (
    <a href={address} target="_blank" rel="noreferrer" className="grid justify-items-start">
      <img
        src={address}
        alt={t('carry.posterPreview')}
        width={width}
        height={height}
        className="h-auto w-full max-w-72 cursor-zoom-in border border-line bg-white"
        onError={() => setFailed(address)}
      />
      <span className="flex min-h-12 items-center">{t('item.enlarge')}</span>
    </a>
  );
}
