import type { ComponentProps, MouseEvent } from 'react';

type Variant = 'primary' | 'secondary' | 'danger';

type ButtonProps = ComponentProps<'button'> & { variant?: Variant };

/** A form's verb. Like the element itself it submits unless `type` says otherwise. While it is disabled it keeps the focus. */
export function Button({ variant = 'primary', type = 'submit', className, disabled, ...rest }: ButtonProps) {
  const waits = disabled && { 'aria-disabled': true, onClick: prevent };
  return <button type={type} className={classes(variant, className)} {...rest} {...waits} />;
}

/** Does something on the page that it stands on, and submits nothing. */
export function ActionButton(props: ButtonProps) {
  return <Button type="button" variant="secondary" {...props} />;
}

const prevent = (event: MouseEvent) => event.preventDefault();

type LinkButtonProps = ComponentProps<'a'> & { href: string; variant?: Variant };

/** A link that looks like a button: it goes somewhere, it changes nothing. */
export function LinkButton({ variant = 'primary', className, children, ...rest }: LinkButtonProps) {
  return (
    <a className={classes(variant, className)} {...rest}>
      {children}
    </a>
  );
}

/** A link in words that a finger hits. */
export function TextLink({ className = '', ...rest }: ComponentProps<'a'>) {
  return <a className={`inline-flex min-h-12 items-center ${className}`} {...rest} />;
}

const variants: Record<Variant, string> = {
  primary: 'button button-primary',
  secondary: 'button button-secondary',
  danger: 'button button-danger',
};

function classes(variant: Variant, more: string | undefined): string {
  return more ? `${variants[variant]} ${more}` : variants[variant];
}

/** What Enter in a field presses when it is the first button of its form. Safari 16 passes over a button without a box, such as a hidden one. */
export function DefaultButton(props: Pick<ComponentProps<'button'>, 'name' | 'value' | 'formAction'>) {
  return <button type="submit" className="sr-only" tabIndex={-1} aria-hidden {...props} />;
}
