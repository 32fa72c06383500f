import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  maxDescriptionLength,
  maxDocumentTitleLength,
  maxLeadLength,
  maxPageTextLength,
  maxPageTitleLength,
} from '../../domain/pages/contract/limits.ts';
import { placeholders } from '../../domain/pages/contract/placeholders.ts';
import type { PlainKey } from '../../language/words.ts';
import { pagePreviewPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { fieldErrors, isChangedMeanwhile } from '../data/function-error.ts';
import { ConfirmButton } from '../widgets/confirm-button.tsx';
import type { EditedPage, PageWords, WordsOf } from './page-queries.ts';
import { pagesQuery } from './page-queries.ts';
import { PageVersions } from './page-versions.tsx';
import { doneInWords } from './page-words.ts';
import { useTypedPage } from './typed-page.ts';

const labels = {
  title: 'pagesAdmin.pageTitle',
  lead: 'pagesAdmin.pageLead',
  text: 'pagesAdmin.text',
  documentTitle: 'pagesAdmin.documentTitle',
  description: 'pagesAdmin.description',
} as const satisfies Record<keyof PageWords, PlainKey>;

type PageFormProps = { of: WordsOf; read: { edited: EditedPage; ours: PageWords } };

/** Saves drafts, shows and publishes them. What is typed stays on this device until it is saved. */
export function PageForm({ of, read }: PageFormProps) {
  const t = useWords();
  const client = useQueryClient();
  const [edited, setEdited] = useState(read.edited);
  const [theirs, setTheirs] = useState<EditedPage>();
  const saved = edited.draftWords ?? edited.words ?? read.ours;
  const typed = useTypedPage(of, saved, edited.revision);
  const { words } = typed;
  const revision = typed.revision;

  const take = (page: EditedPage) => {
    setEdited(page);
    setTheirs(undefined);
    typed.forget();
    void client.invalidateQueries({ queryKey: pagesQuery.queryKey, exact: true });
    void client.invalidateQueries({ queryKey: [...pagesQuery.queryKey, of.page, of.language, 'versions'] });
  };
  const save = async () => callFunction('savePageDraft', { ...of, revision, words });
  const act = useMutation({
    mutationFn: async (does: () => Promise<EditedPage>) => take(await does()),
    onError: async (error) => {
      if (isChangedMeanwhile(error)) setTheirs(await callFunction('readEditedPage', of));
    },
  });
  const preview = useMutation({
    mutationFn: async () => {
      if (typed.isChanged) await act.mutateAsync(save);
      location.assign(pagePreviewPath(of.page, of.language));
    },
  });
  const publish = async () => {
    const draft = typed.isChanged || !edited.draftWords ? await save() : edited;
    take(draft);
    return callFunction('publishPage', { ...of, revision: draft.revision });
  };
  const errors = fieldErrors(act.error);
  const field = (name: keyof PageWords) => ({
    label: t(labels[name]),
    name,
    value: words[name],
    lang: of.language,
    onChange: ({ target }: { target: { value: string } }) => {
      act.reset();
      typed.change({ ...words, [name]: target.value });
    },
    ...((errors[name] ?? errors[`words.${name}`]) && { error: errors[name] ?? errors[`words.${name}`] ?? '' }),
  });
  const busy = act.isPending || preview.isPending;

  return (
    <>
      <State page={edited} isChanged={typed.isChanged} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          act.mutate(save);
        }}
        noValidate
        className="grid gap-6"
      >
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
        {act.error && !theirs && (
          <Notice tone="error" title={t('pagesAdmin.notDone')}>
            <p>{act.error.message}</p>
          </Notice>
        )}
        {theirs && (
          <Overtaken
            page={theirs}
            onKeepMine={() => {
              typed.rebase(theirs.revision);
              setEdited(theirs);
              setTheirs(undefined);
              act.reset();
            }}
            onTakeTheirs={() => {
              act.reset();
              take(theirs);
            }}
          />
        )}
        {act.isSuccess && !typed.isChanged && (
          <p role="status">{t(edited.draft ? 'pagesAdmin.saved' : 'pagesAdmin.published')}</p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="button" disabled={busy || Boolean(theirs)} onClick={() => act.mutate(publish)}>
            {t('pagesAdmin.publish')}
          </Button>
          <Button type="button" variant="secondary" disabled={busy || Boolean(theirs)} onClick={() => preview.mutate()}>
            {t('pagesAdmin.preview')}
          </Button>
          <Button variant="secondary" disabled={busy || Boolean(theirs)}>
            {t('pagesAdmin.save')}
          </Button>
        </div>
      </form>
      <div className="flex flex-wrap gap-3">
        {(edited.draft || typed.isChanged) && (
          <ConfirmButton
            label={t('pagesAdmin.discard')}
            variant="secondary"
            question={t('pagesAdmin.discardQuestion')}
            verb={t('pagesAdmin.discardVerb')}
            action={async () => {
              take(edited.draft ? await callFunction('discardPageDraft', { ...of, revision }) : edited);
            }}
          >
            <p>{t('pagesAdmin.discardText')}</p>
          </ConfirmButton>
        )}
        {edited.own && (
          <ConfirmButton
            label={t('pagesAdmin.reset')}
            variant="secondary"
            question={t('pagesAdmin.resetQuestion')}
            verb={t('pagesAdmin.resetVerb')}
            action={async () => take(await callFunction('showDefaultPage', { ...of, revision }))}
          >
            <p>{t('pagesAdmin.resetText')}</p>
          </ConfirmButton>
        )}
      </div>
      <PageVersions of={of} onRestore={(version) => typed.change(version ?? read.ours)} />
    </>
  );
}

function State({ page: { own, published, draft }, isChanged }: { page: EditedPage; isChanged: boolean }) {
  const t = useWords();
  return (
    <div className="grid gap-1">
      <p>{own && published ? t('pagesAdmin.ownSince', doneInWords(published, t)) : t('pagesAdmin.default')}</p>
      {draft && <p className="font-bold">{t('pagesAdmin.draftBy', doneInWords(draft, t))}</p>}
      {isChanged && <p className="font-bold">{t('pagesAdmin.unsaved')}</p>}
    </div>
  );
}

type OvertakenProps = { page: EditedPage; onKeepMine(): void; onTakeTheirs(): void };

/** Somebody else saved or published meanwhile; both texts are there. */
function Overtaken({ page, onKeepMine, onTakeTheirs }: OvertakenProps) {
  const t = useWords();
  const words = page.draftWords ?? page.words;
  const done = page.draft ?? page.published;
  return (
    <Notice tone="error" title={t('pagesAdmin.overtakenTitle')}>
      <p>{done ? t('pagesAdmin.overtakenBy', doneInWords(done, t)) : t('pagesAdmin.overtaken')}</p>
      {words && (
        <details className="my-3">
          <summary>{t('pagesAdmin.theirs')}</summary>
          <p className="font-bold wrap-anywhere">{words.title}</p>
          <p className="wrap-anywhere">{words.lead}</p>
          <p className="whitespace-pre-wrap wrap-anywhere">{words.text}</p>
        </details>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="button" variant="secondary" onClick={onKeepMine}>
          {t('pagesAdmin.keepMine')}
        </Button>
        <Button type="button" variant="secondary" onClick={onTakeTheirs}>
          {t('pagesAdmin.takeTheirs')}
        </Button>
      </div>
    </Notice>
  );
}
