import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { maxEmailLength } from '../../domain/accounts/contract/limits.ts';
import {
  maxAddressLength,
  maxAppStoreUrlLength,
  maxLegalNameLength,
  maxProductNameLength,
  maxTaglineLength,
} from '../../domain/settings/contract/limits.ts';
import type { FunctionOutput } from '../../functions/list.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { fieldErrors } from '../data/function-error.ts';
import { Loaded } from '../data/loaded.tsx';
import { PageHeading } from '../widgets/page-heading.tsx';
import { AdminOnly } from './admin-only.tsx';

const brandQuery = queryOptions({
  queryKey: ['brand'],
  queryFn: () => callFunction('readBrand', {}),
  meta: { notCached: true },
});

/** The name of this installation, and who runs it. */
export function AdminBrand() {
  const t = useWords();
  const settings = useQuery(brandQuery);
  return (
    <AdminOnly>
      <div className="mx-auto grid max-w-2xl gap-6">
        <PageHeading>{t('brandAdmin.title')}</PageHeading>
        <p>{t('brandAdmin.lead')}</p>
        <Loaded query={settings} failure={t('brandAdmin.failed')}>
          {(read) => <BrandForm read={read} />}
        </Loaded>
      </div>
    </AdminOnly>
  );
}

type BrandSettings = FunctionOutput<'readBrand'>;
type Field = keyof BrandSettings['own'];

/** Only what was changed here is sent: another administrator may be at it too. */
function BrandForm({ read: { own, otherwise } }: { read: BrandSettings }) {
  const t = useWords();
  const client = useQueryClient();
  const [typed, setTyped] = useState<Partial<BrandSettings['own']>>({});
  const save = useMutation({
    mutationFn: () => callFunction('changeBrand', typed),
    onSuccess: (saved) => {
      client.setQueryData(brandQuery.queryKey, saved);
      setTyped({});
    },
  });
  const errors = fieldErrors(save.error);
  const field = (name: Field, maxLength: number) => ({
    label: t(`brandAdmin.${name}`),
    name,
    maxLength,
    value: typed[name] ?? own[name],
    placeholder: otherwise[name],
    onChange: ({ target }: { target: { value: string } }) => {
      save.reset();
      setTyped({ ...typed, [name]: target.value });
    },
    ...(errors[name] && { error: errors[name] }),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
      noValidate
      className="grid gap-6"
    >
      <TextField {...field('productName', maxProductNameLength)} />
      <TextField {...field('tagline', maxTaglineLength)} />
      <TextField {...field('legalName', maxLegalNameLength)} />
      <TextArea {...field('address', maxAddressLength)} rows={3} />
      <TextField {...field('contactEmail', maxEmailLength)} type="email" />
      <TextField {...field('appStoreUrl', maxAppStoreUrlLength)} type="url" />
      {save.error && (
        <Notice tone="error" title={t('brandAdmin.notSaved')}>
          <p>{save.error.message}</p>
        </Notice>
      )}
      {save.isSuccess && <p role="status">{t('brandAdmin.saved')}</p>}
      <Button disabled={save.isPending} className="justify-self-start">
        {t('brandAdmin.save')}
      </Button>
    </form>
  );
}
