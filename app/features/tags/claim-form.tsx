import '../../core/document/no-eval.ts';
import { z } from 'zod';
import { activationCode, tagCode } from '../../../domain/items/contract/schema.ts';
import { TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { isUnreachable } from '../../core/data/function-error.ts';
import { useChange } from '../../core/data/use-change.ts';
import type { WaitingClaim } from '../../core/session/waiting.ts';
import { EntryCard } from '../../widgets/entry-card.tsx';
import { type FieldValues, Form, Submit, useForm } from '../../widgets/form.tsx';

type ClaimFormProps = {
  code: string;
  /** Earlier codes were refused for this reason. */
  error: Error | null;
  /** Signed-in people may go on without network, and the codes are checked later. */
  mayWait: boolean;
  onChecked(claim: WaitingClaim, wasChecked: boolean): void;
};

const typedClaim = z.object({ code: tagCode, activationCode: activationCode.optional() });

export function ClaimForm({ code, error: earlier, mayWait, onChecked }: ClaimFormProps) {
  const t = useTranslations();
  const check = useChange(
    async ({ code = '', activationCode: given }: FieldValues) => {
      const typed = { code, activationCode: given?.trim() ? given : undefined };
      const claim = typedClaim.safeParse(typed).data;
      const wasChecked = await callFunction('checkActivation', typed).then(
        () => true,
        (error) => (claim && mayWait && isUnreachable(error) ? false : Promise.reject(error)),
      );
      return { claim: claim ?? typedClaim.parse(typed), wasChecked };
    },
    { onSuccess: ({ claim, wasChecked }) => onChecked(claim, wasChecked) },
  );
  const form = useForm(check, { error: check.error ?? earlier });
  const field = { className: 'field-input font-mono', dir: 'ltr', autoComplete: 'off', spellCheck: false } as const;
  return (
    <EntryCard title={t('activate.title')}>
      <p>{t('activate.lead')}</p>
      <Form of={form} noValidate>
        <TextField
          {...field}
          label={t('activate.code')}
          name="code"
          defaultValue={code}
          autoCapitalize="none"
          hint={t('activate.codeHint')}
          error={form.errors.code}
        />
        <TextField
          {...field}
          label={t('activate.activationCode')}
          name="activationCode"
          autoCapitalize="characters"
          hint={t('activate.activationCodeHint')}
          error={form.errors.activationCode}
        />
        <Submit of={check} busy={t('activate.checking')}>
          {t('activate.goOn')}
        </Submit>
      </Form>
    </EntryCard>
  );
}
