import '../../core/document/no-eval.ts';
import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { activationCode, tagCode } from '../../../domain/items/contract/schema.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { fieldErrors, isUnreachable } from '../../core/data/function-error.ts';
import type { WaitingClaim } from '../../core/session/waiting-claim.ts';
import { EntryCard } from '../../widgets/entry-card.tsx';
import { formValues } from '../../widgets/form-values.ts';

type ClaimFormProps = {
  code: string;
  /** Why the codes that were checked before did not do. */
  error: Error | null;
  /** Codes that cannot be checked without network are checked later. */
  mayWait: boolean;
  onChecked(claim: WaitingClaim, wasChecked: boolean): void;
};

const typedClaim = z.object({ code: tagCode, activationCode: activationCode.optional() });

export function ClaimForm({ code, error: earlier, mayWait, onChecked }: ClaimFormProps) {
  const t = useTranslations();
  const check = useMutation({
    mutationFn: async ({ code = '', activationCode: given }: Record<string, string>) => {
      const typed = { code, activationCode: given?.trim() ? given : undefined };
      const claim = typedClaim.safeParse(typed).data;
      const wasChecked = await callFunction('checkActivation', typed).then(
        () => true,
        (error) => (claim && mayWait && isUnreachable(error) ? false : Promise.reject(error)),
      );
      return { claim: claim ?? typedClaim.parse(typed), wasChecked };
    },
    onSuccess: ({ claim, wasChecked }) => onChecked(claim, wasChecked),
  });
  const error = check.error ?? earlier;
  const errors = fieldErrors(error);
  const field = { className: 'field-input font-mono', dir: 'ltr', autoComplete: 'off', spellCheck: false } as const;
  return (
    <EntryCard title={t('activate.title')}>
      <p>{t('activate.lead')}</p>
      <form onSubmit={(event) => check.mutate(formValues(event))} className="grid gap-4" noValidate>
        <TextField
          {...field}
          label={t('activate.code')}
          name="code"
          defaultValue={code}
          autoCapitalize="none"
          hint={t('activate.codeHint')}
          error={errors.code}
        />
        <TextField
          {...field}
          label={t('activate.activationCode')}
          name="activationCode"
          autoCapitalize="characters"
          hint={t('activate.activationCodeHint')}
          error={errors.activationCode}
        />
        {error && Object.keys(errors).length === 0 && <Alert tone="error">{error.message}</Alert>}
        <Button disabled={check.isPending}>{check.isPending ? t('activate.checking') : t('activate.goOn')}</Button>
      </form>
    </EntryCard>
  );
}
