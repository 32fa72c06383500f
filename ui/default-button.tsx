import type { ComponentProps } from 'react';

/** What Enter in a field presses when it is the first button of its form. Safari 16 passes over a button without a box, such as a hidden one. */
export function DefaultButton(props: Pick<ComponentProps<'button'>, 'name' | 'value' | 'formAction'>) {
  return <button type="submit" className="sr-only" tabIndex={-1} aria-hidden {...props} />;
}
