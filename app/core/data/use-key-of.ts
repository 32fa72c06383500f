import { useRef } from 'react';
import { newIdempotencyKey } from '../../../browser/idempotency-key.ts';

/** The same details sent again have the same key, and are sent once. */
export function useKeyOf(): (details: object) => string {
  const tried = useRef({ words: '', key: '' });
  return (details) => {
    const words = JSON.stringify(details);
    if (tried.current.words !== words) tried.current = { words, key: newIdempotencyKey() };
    return tried.current.key;
  };
}
