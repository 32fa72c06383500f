import '../start/no-eval.ts';
import { useMutation } from '@tanstack/react-query';
import { activationCode, tagCode } from '../../domain/items/contract/schema.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { fieldErrors } from '../data/function-error.ts';
import { EntryCard } from '../sign-in/entry-card.tsx';
import { formValues } from '../widgets/form-values.ts';
import type { Claim } from './waiting-claim.ts';

type ClaimFormProps = {
  /** Of the tag that was scanned; may be empty. */
  code: string;
  /** Why the codes that were checked before did not do. */
  error: Error | null;
  onChecked(claim: Claim): void;
};

/** The code of a tag and its activation code. */
export function ClaimForm({ code, error: earlier, onChecked }: ClaimFormProps) {
  const t = useWords();
  const check = useMutation({
    mutationFn: async ({ code = '', activationCode: given }: Record<string, string>): Promise<Claim> => {
      const typed = { code, activationCode: given?.trim() ? given : undefined };
      await callFunction('checkActivation', typed);
      return { code: tagCode.parse(code), activationCode: activationCode.optional().parse(typed.activationCode) };
    },
    onSuccess: onChecked,
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
        {error && Object.keys(errors).length === 0 && <Notice tone="error">{error.message}</Notice>}
        <Button disabled={check.isPending}>{check.isPending ? t('activate.checking') : t('activate.goOn')}</Button>
      </form>
    </EntryCard>
  );
}
