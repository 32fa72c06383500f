import { useRef } from 'react';

/** Makes repeated sending safe. Works without https, unlike randomUUID. */
export function newSendingKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The same details sent again have the same key, and are sent once. */
export function useKeyOf(): (details: object) => string {
  const tried = useRef({ words: '', key: '' });
  return (details) => {
    const words = JSON.stringify(details);
    if (tried.current.words !== words) tried.current = { words, key: newSendingKey() };
    return tried.current.key;
  };
}
