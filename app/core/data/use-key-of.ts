import { useRef } from 'react';
import { newSendingKey } from '../../../browser/sending-key.ts';

/** The same details sent again have the same key, and are sent once. */
export function useKeyOf(): (details: object) => string {
  const tried = useRef({ words: '', key: '' });
  return (details) => {
    const words = JSON.stringify(details);
    if (tried.current.words !== words) tried.current = { words, key: newSendingKey() };
    return tried.current.key;
  };
}
