import type { ComponentProps } from 'react';
import { PasswordField } from '../../../ui/password-field.tsx';
import { t } from '../../core/document/app-translations.ts';

type OwnPasswordProps = Omit<ComponentProps<typeof PasswordField>, 'label' | 'name'>;

export function OwnPassword(props: OwnPasswordProps) {
  return (
    <PasswordField label={t('secondFactor.password')} name="password" autoComplete="current-password" {...props} />
  );
}
