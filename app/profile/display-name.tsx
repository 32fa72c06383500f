import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { maxPersonNameLength } from '../../domain/settings/contract/limits.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { fieldErrors } from '../data/function-error.ts';
import { useAuth, useUser } from '../session/auth-provider.tsx';
import { formValues } from '../widgets/form-values.ts';

export function DisplayName() {
  const { updateUserProfile } = useAuth();
  const user = useUser();
  const field = useRef<HTMLInputElement>(null);
  const save = useMutation({
    mutationFn: ({ displayName = '' }: Record<string, string>) => updateUserProfile({ displayName }),
    onSuccess: (stored, typed) => {
      if (field.current && field.current.value === typed.displayName) field.current.value = stored.displayName;
    },
  });
  const wrong = fieldErrors(save.error).displayName;
  return (
    <form onSubmit={(event) => save.mutate(formValues(event))} className="grid gap-4">
      <TextField
        ref={field}
        label="Name"
        name="displayName"
        autoComplete="name"
        required
        maxLength={maxPersonNameLength}
        defaultValue={user.displayName}
        hint="How we greet you. Finders never see it."
        error={wrong}
      />
      {save.error && !wrong && (
        <Notice tone="error" title="Not saved">
          <p>{save.error.message}</p>
        </Notice>
      )}
      {save.isSuccess && <Notice tone="success">Saved.</Notice>}
      <Button disabled={save.isPending} className="sm:justify-self-start">
        {save.isPending ? 'Saving…' : 'Save'}
      </Button>
    </form>
  );
}
