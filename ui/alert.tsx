import type { ReactNode } from 'react';

type AlertProps = {
  tone?: 'info' | 'success' | 'error';
  title?: string | undefined;
  text?: ReactNode;
  children?: ReactNode;
};

/** A few words about what just happened or what to know; errors are read out at once. */
export function Alert({ tone = 'info', title, text, children }: AlertProps) {
  return (
    <div className={classes[tone]} role={tone === 'error' ? 'alert' : 'status'}>
      <div className="min-w-0">
        {title && <p className="font-bold">{title}</p>}
        {text && <p className="wrap-anywhere hyphens-manual">{text}</p>}
        {children}
      </div>
    </div>
  );
}

const classes = {
  info: 'alert alert-info',
  success: 'alert alert-success',
  error: 'alert alert-error',
};
