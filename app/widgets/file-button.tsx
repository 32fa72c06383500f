import { type ChangeEvent, useRef } from 'react';
import { ActionButton } from '../../ui/button.tsx';

type FileButtonProps = {
  label: string;
  accept: string;
  capture?: boolean;
  disabled?: boolean;
  onFile(file: File): void;
};

export function FileButton({ label, accept, capture, disabled, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    if (file) onFile(file);
    event.target.value = '';
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        {...(capture && { capture: 'environment' as const })}
        onChange={take}
        hidden
      />
      <ActionButton disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </ActionButton>
    </>
  );
}
