import { type QueryKey, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { newIdempotencyKey } from '../../../browser/idempotency-key.ts';
import { queryClient } from './query-client.ts';

export type Changes = {
  changes?: readonly QueryKey[];
  always?: boolean;
};

type Options<Input, Output> = Changes & {
  onSuccess?(output: Output, input: Input): unknown;
  onError?(error: Error, input: Input): unknown;
};

/** A call that changes something. It is over when what it changes was read anew. */
export function useChange<Input = void, Output = unknown>(
  act: (input: Input) => Promise<Output>,
  { changes = [], always = false, ...then }: Options<Input, Output> = {},
) {
  const readAnew = () => Promise.all(changes.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  return useMutation({
    mutationFn: async (input: Input) => {
      if (always) return act(input).finally(readAnew);
      const output = await act(input);
      await readAnew();
      return output;
    },
    ...then,
  });
}

/** The same details sent again have the same key, and are sent once. */
export function useKeyOf(): (details: object) => string {
  const tried = useRef({ words: '', key: '' });
  return (details) => {
    const words = JSON.stringify(details);
    if (tried.current.words !== words) tried.current = { words, key: newIdempotencyKey() };
    return tried.current.key;
  };
}
