import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { toItemHash } from '../../../domain/items/contract/item-hash.ts';
import { activationCode, tagCode } from '../../../domain/items/contract/schema.ts';
import type { FunctionOutput } from '../../../functions/list.ts';
import { itemPath, tagPath } from '../../../paths/paths.ts';
import { TextField } from '../../../ui/fields.tsx';
import { callFunction, FunctionError, fieldErrors, isUnreachable } from '../../core/data/call-function.ts';
import { t } from '../../core/document/app-translations.ts';
import { navigate, useSearchParams } from '../../core/navigation/navigation.tsx';
import type { WaitingClaim } from '../../core/session/waiting.ts';
import { EntryCard } from '../../widgets/entry-card.tsx';
import { type FieldValues, Form, Submit, useChange, useForm } from '../../widgets/form.tsx';

type ClaimFormProps = {
  code: string;
  /** The item that the tag is put on. */
  onto: { name: string } | undefined;
  error: Error | null;
  /** Signed-in people may go on without network, and the codes are checked later. */
  mayWait: boolean;
  onChecked(claim: WaitingClaim, wasChecked: boolean): void;
  children: ReactNode;
};

const typedClaim = z.object({ code: tagCode, activationCode: activationCode.optional() });

/** Where the code of any tag may be typed, the activation code is asked for once the tag needs it. */
export function ClaimForm({ code, onto, error: earlier, mayWait, onChecked, children }: ClaimFormProps) {
  const isAnyTag = useSearchParams().has('code');
  const [isCodeAlone, setCodeAlone] = useState(isAnyTag);
  const check = useChange(
    async ({ code = '', activationCode: given }: FieldValues) => {
      const typed = { code, activationCode: given?.trim() ? given : undefined };
      const claim = typedClaim.safeParse(typed).data;
      if (claim && !claim.activationCode) {
        const tag = await callFunction('readTag', { hash: toItemHash(claim.code) }).catch(() => undefined);
        if (tag?.state === 'unknown')
          throw new FunctionError('not-found', t('code.unknown'), { fields: { code: t('code.unknown') } });
        if (tag && openTag(tag, claim.code)) return null;
      }
      const wasChecked = await callFunction('checkActivation', typed).then(
        () => true,
        (error) => (claim && mayWait && !isCodeAlone && isUnreachable(error) ? false : Promise.reject(error)),
      );
      return { claim: claim ?? typedClaim.parse(typed), wasChecked };
    },
    {
      onSuccess: (checked) => checked && onChecked(checked.claim, checked.wasChecked),
      onError: (error) => {
        if (fieldErrors(error).activationCode || isUnreachable(error)) setCodeAlone(false);
      },
    },
  );
  const form = useForm(check, { error: check.error ?? earlier });
  const title = onto
    ? t('activate.onItemTitle', { item: onto.name })
    : t(isAnyTag ? 'activate.typeTitle' : 'activate.title');
  const field = { className: 'field-input font-mono', dir: 'ltr', autoComplete: 'off', spellCheck: false } as const;
  return (
    <EntryCard title={title}>
      {!isAnyTag && <p>{t(onto ? 'activate.onItemLead' : 'activate.lead')}</p>}
      <Form of={form} noValidate>
        <TextField
          {...field}
          label={t('activate.code')}
          {...form.field('code')}
          defaultValue={code}
          autoCapitalize="none"
          hint={t('activate.codeHint')}
        />
        {!isCodeAlone && (
          <TextField
            {...field}
            label={t('activate.activationCode')}
            {...form.field('activationCode')}
            autoCapitalize="characters"
            hint={t('activate.activationCodeHint')}
          />
        )}
        <Submit of={check} busy={t('activate.checking')}>
          {t('activate.goOn')}
        </Submit>
      </Form>
      {children}
    </EntryCard>
  );
}

type Tag = FunctionOutput<'readTag'>;

/** Leads to where scanning the tag would. @returns false for a tag that nobody named yet */
function openTag(tag: Tag, code: string): boolean {
  if (tag.state === 'blank' || tag.state === 'reserved') return false;
  const isReadable = tag.state === 'active' && (tag.own || tag.sharedBy !== undefined);
  if (isReadable) navigate(itemPath(toItemHash(code)));
  else location.assign(tagPath(code));
  return true;
}
