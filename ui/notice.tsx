import type { ReactNode } from 'react';

type NoticeProps = { tone?: 'info' | 'success' | 'error'; title?: string | undefined; children?: ReactNode };

/** A few words about what just happened or what to know; errors are read out at once. */
export function Notice({ tone = 'info', title, children }: NoticeProps) {
  return (
    <div className={classes[tone]} role={tone === 'error' ? 'alert' : 'status'}>
      <div className="min-w-0">
        {title && <p className="font-bold">{title}</p>}
        {children}
      </div>
    </div>
  );
}

const classes = {
  info: 'notice notice-info',
  success: 'notice notice-success',
  error: 'notice notice-error',
};
