import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { mapping } from '../../domain/import/contract/mapping.ts';
import { isAnyImported } from '../../domain/import/contract/report.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { FileButton } from '../files/file-button.tsx';
import { PageHeading } from '../widgets/page-heading.tsx';
import { ImportResult } from './import-result.tsx';
import { exportFiles, readImport, type TypedImport } from './read-import-files.ts';
import { sendImport } from './send-import.ts';

const usualNames = JSON.stringify(mapping.parse({}), null, 2);

/** Accounts, items and messages of a Firebase export: first what would come, then it comes. */
export function ImportFirebase() {
  const t = useWords();
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <PageHeading>{t('firebaseImport.title')}</PageHeading>
      <p className="text-ink-soft">{t('firebaseImport.lead')}</p>
      <ImportForm />
    </div>
  );
}

type Progress = { done: number; all: number };

function ImportForm() {
  const t = useWords();
  const [typed, setTyped] = useState<TypedImport>({ files: {}, parameters: '', prefix: '', mapping: usualNames });
  const [progress, setProgress] = useState<Progress>();
  const stopper = useRef<AbortController>(undefined);
  const send = useMutation({
    mutationFn: async ({ dryRun }: { dryRun: boolean }) => {
      setProgress(undefined);
      stopper.current = new AbortController();
      const { signal } = stopper.current;
      const read = await readImport(typed, t);
      const all = read.entries.length;
      const reported = await sendImport(read, { dryRun, signal, onProgress: (done) => setProgress({ done, all }) });
      return { reported, dryRun, maintenance: read.maintenance };
    },
  });
  const { isPending, variables, data } = send;
  const checked = data?.dryRun && isAnyImported(data.reported);
  const change = (changed: Partial<TypedImport>) => {
    send.reset();
    setTyped({ ...typed, ...changed });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate({ dryRun: true });
  };
  const field = (name: 'parameters' | 'prefix' | 'mapping') => ({
    name,
    label: t(`firebaseImport.${name}`),
    hint: t(`firebaseImport.${name}Hint`),
    value: typed[name],
    disabled: isPending,
    autoComplete: 'off',
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  return (
    <>
      <form onSubmit={submit} noValidate className="grid gap-6">
        <fieldset className="grid gap-3" disabled={isPending}>
          <legend className="mb-2 font-bold">{t('firebaseImport.files')}</legend>
          {exportFiles.map((name) => (
            <div key={name} className="grid justify-items-start gap-1">
              <FileButton
                label={t(`firebaseImport.file_${name}`)}
                accept=".json,application/json"
                onFile={(file) => change({ files: { ...typed.files, [name]: file } })}
              />
              {typed.files[name] && (
                <p className="text-ink-soft wrap-anywhere">
                  {t('firebaseImport.chosen', { name: typed.files[name].name })}
                </p>
              )}
            </div>
          ))}
        </fieldset>
        <TextArea {...field('parameters')} rows={6} />
        <TextField {...field('prefix')} maxLength={3} />
        <TextArea {...field('mapping')} rows={8} />
        <p>{t('firebaseImport.keepOpen')}</p>
        <Button variant="secondary" disabled={isPending} className="justify-self-start">
          {t('firebaseImport.check')}
        </Button>
      </form>
      <p role="status">
        {isPending &&
          progress &&
          t(variables.dryRun ? 'firebaseImport.checking' : 'firebaseImport.importing', progress)}
      </p>
      {isPending && (
        <Button
          type="button"
          variant="secondary"
          onClick={() => stopper.current?.abort()}
          className="justify-self-start"
        >
          {t('firebaseImport.stop')}
        </Button>
      )}
      {send.error && (
        <div ref={focus} tabIndex={-1}>
          <Notice tone="error" title={t(variables?.dryRun ? 'firebaseImport.checkStopped' : 'firebaseImport.stopped')}>
            <p>{send.error.message}</p>
            {progress && !variables?.dryRun && <p>{t('firebaseImport.stoppedHint', progress)}</p>}
          </Notice>
        </div>
      )}
      {data && <ImportResult {...data} />}
      {!isPending && (checked || (send.error && variables && !variables.dryRun)) && (
        <Button type="button" onClick={() => send.mutate({ dryRun: false })} className="justify-self-start">
          {t('firebaseImport.start')}
        </Button>
      )}
    </>
  );
}

/** The button that stops it is gone by then. */
const focus = (element: HTMLElement | null) => element?.focus();
