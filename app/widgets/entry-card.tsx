import type { ReactNode } from 'react';
import { TextField } from '../../ui/fields.tsx';
import { t } from '../core/document/app-translations.ts';
import { PageHeading } from './page-heading.tsx';

export function EntryCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="tag-shape mx-auto grid w-full max-w-md grid-cols-1 gap-5 px-5 pb-7 sm:px-8 sm:pb-9">
      <PageHeading className="text-center">{title}</PageHeading>
      {children}
    </section>
  );
}

export function strongAddress(email: ReactNode): ReactNode {
  return <strong {...ofAddress}>{email}</strong>;
}

export function plainAddress(email: ReactNode): ReactNode {
  return <span {...ofAddress}>{email}</span>;
}

const ofAddress = { className: 'wrap-anywhere', dir: 'ltr' };

export function EmailField({ error }: { error?: string | undefined }) {
  return (
    <TextField label={t('signIn.email')} name="email" type="email" autoComplete="username" required error={error} />
  );
}
