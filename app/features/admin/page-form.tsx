import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  maxDescriptionLength,
  maxDocumentTitleLength,
  maxLeadLength,
  maxPageTextLength,
  maxPageTitleLength,
} from '../../../domain/pages/contract/limits.ts';
import { placeholders } from '../../../domain/pages/contract/placeholders.ts';
import type { PlainKey } from '../../../language/create-translations.ts';
import { pagePreviewPath } from '../../../paths/paths.ts';
import { ActionButton, Button } from '../../../ui/button.tsx';
import { TextArea, TextField } from '../../../ui/fields.tsx';
import { callFunction, presentValues } from '../../core/data/call-function.ts';
import { queryClient } from '../../core/data/query-client.ts';
import { t } from '../../core/document/app-translations.ts';
import { NotSaved, useChangedFields } from '../../widgets/changed-fields.tsx';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { useForm } from '../../widgets/form.tsx';
import {
  doneInWords,
  type EditedPage,
  type EditedWordsOf,
  PageVersions,
  type PageWords,
  shownPageInWords,
  useTypedPage,
  versionsQuery,
} from './edited-page.tsx';
import { pagesQuery } from './queries.ts';

const labels = {
  title: 'pagesAdmin.pageTitle',
  lead: 'pagesAdmin.pageLead',
  text: 'pagesAdmin.text',
  documentTitle: 'pagesAdmin.documentTitle',
  description: 'pagesAdmin.description',
} as const satisfies Record<keyof PageWords, PlainKey>;

type PageFormProps = { of: EditedWordsOf; read: { edited: EditedPage; ours: PageWords } };

export function PageForm({ of, read }: PageFormProps) {
  const { typed, keep, forget } = useTypedPage(of);
  const [edited, setEdited] = useState({ ...read.edited, ...(typed && { revision: typed.revision }) });
  const savedIn = (page: EditedPage) => page.draftWords ?? page.words ?? read.ours;
  const fields = useChangedFields<Partial<PageWords>>(typed ? (typed.loaded ?? {}) : savedIn(edited));
  const { words, revision } = typed ?? { words: savedIn(edited), revision: edited.revision };
  const theirs = { ...read.ours, ...given(fields.loaded) };
  const isChanged = typed !== undefined;
  const change = (next: PageWords) => keep({ words: next, loaded: theirs, revision });

  const take = (page: EditedPage) => {
    setEdited(page);
    fields.begin(savedIn(page));
    forget();
    void queryClient.invalidateQueries({ queryKey: pagesQuery.queryKey, exact: true });
    void queryClient.invalidateQueries({ queryKey: versionsQuery(of).queryKey });
  };
  const save = () => callFunction('savePageDraft', { ...of, revision, words, from: fields.changesTo(words).from });
  const act = useMutation({
    mutationFn: async (does: () => Promise<EditedPage>) => take(await does()),
    onError: (error) => {
      const now = presentValues(error);
      // A refused action answers with the whole page, a refused save with the fields that differ.
      const page = now?.revision === undefined ? undefined : (now as EditedPage);
      if (page) setEdited(page);
      fields.meet(page ? savedIn(page) : now);
    },
  });
  const preview = useMutation({
    mutationFn: async () => {
      if (isChanged) await act.mutateAsync(save);
      location.assign(pagePreviewPath(of.page, of.language));
    },
  });
  const publish = async () => {
    if (!isChanged && edited.draftWords) return callFunction('publishPage', { ...of, revision: edited.revision });
    const draft = await save();
    take(draft);
    // A later revision also has changes of others, which nobody here has read.
    return callFunction('publishPage', { ...of, revision: Math.min(draft.revision, revision + 1) });
  };
  const { ref, onSubmit, errors } = useForm({ mutate: () => act.mutate(save), error: act.error });
  const type = (next: Partial<PageWords>) => {
    act.reset();
    change({ ...words, ...next });
  };
  const field = (name: keyof PageWords) => ({
    ...{ label: t(labels[name]), name, value: words[name], lang: of.language },
    onChange: ({ target }: { target: { value: string } }) => type({ [name]: target.value }),
    error: errors[name] ?? errors[`words.${name}`],
  });
  const busy = act.isPending || preview.isPending;

  return (
    <>
      <State page={edited} isChanged={isChanged} />
      <form ref={ref} onSubmit={onSubmit} noValidate className="grid gap-6">
        <TextField {...field('title')} maxLength={maxPageTitleLength} />
        <TextArea {...field('lead')} rows={3} maxLength={maxLeadLength} />
        <TextArea
          {...field('text')}
          rows={20}
          maxLength={maxPageTextLength}
          hint={t('pagesAdmin.textHint', { placeholders: placeholders.map((name) => `{${name}}`).join(' ') })}
        />
        <TextField
          {...field('documentTitle')}
          hint={t('pagesAdmin.documentTitleHint')}
          maxLength={maxDocumentTitleLength}
        />
        <TextArea
          {...field('description')}
          hint={t('pagesAdmin.descriptionHint')}
          rows={3}
          maxLength={maxDescriptionLength}
        />
        <NotSaved
          title={t('pagesAdmin.notDone')}
          error={act.error}
          apart={fields.apartFrom(words)}
          mine={words}
          theirs={theirs}
          labelOf={(name) => t(labels[name])}
          onTake={type}
        />
        {act.isSuccess && !isChanged && (
          <p role="status">{t(edited.draft ? 'pagesAdmin.saved' : 'pagesAdmin.published')}</p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="button" disabled={busy} onClick={() => act.mutate(publish)}>
            {t('pagesAdmin.publish')}
          </Button>
          <ActionButton disabled={busy} onClick={() => preview.mutate()}>
            {t('pagesAdmin.preview')}
          </ActionButton>
          <Button variant="secondary" disabled={busy}>
            {t('pagesAdmin.save')}
          </Button>
        </div>
      </form>
      <div className="flex flex-wrap gap-3">
        {(edited.draft || isChanged) && (
          <ConfirmButton
            label={t('pagesAdmin.discard')}
            question={t('pagesAdmin.discardQuestion')}
            verb={t('pagesAdmin.discardVerb')}
            text={t('pagesAdmin.discardText')}
            action={() =>
              act.mutateAsync(async () =>
                edited.draft ? callFunction('discardPageDraft', { ...of, revision: edited.revision }) : edited,
              )
            }
          />
        )}
        {edited.own && (
          <ConfirmButton
            label={t('pagesAdmin.reset')}
            question={t('pagesAdmin.resetQuestion')}
            verb={t('pagesAdmin.resetVerb')}
            text={t('pagesAdmin.resetText')}
            action={() => act.mutateAsync(() => callFunction('showDefaultPage', { ...of, revision: edited.revision }))}
          />
        )}
      </div>
      <PageVersions of={of} onRestore={(version) => change(version ?? read.ours)} />
    </>
  );
}

function State({ page, isChanged }: { page: EditedPage; isChanged: boolean }) {
  const { draft } = page;
  return (
    <div className="grid gap-1">
      <p>{shownPageInWords(page)}</p>
      {draft && <p className="font-bold">{t('pagesAdmin.draftBy', doneInWords(draft))}</p>}
      {isChanged && <p className="font-bold">{t('pagesAdmin.unsaved')}</p>}
    </div>
  );
}

function given(words: Partial<PageWords>): Partial<PageWords> {
  return Object.fromEntries(Object.entries(words).filter(([, text]) => text !== null));
}
