import type { ComponentProps } from 'react';
import { PasswordField } from '../../../ui/password-field.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';

type OwnPasswordProps = Omit<ComponentProps<typeof PasswordField>, 'label' | 'name'>;

export function OwnPassword(props: OwnPasswordProps) {
  const t = useTranslations();
  return (
    <PasswordField label={t('secondFactor.password')} name="password" autoComplete="current-password" {...props} />
  );
}
