import { renderToStaticMarkup } from 'react-dom/server';
import { directionOf } from '../../language/languages.ts';

export type MailContent = {
  paragraphs: string[];
  action?: { label: string; url: string };
  enclosed?: string[];
  footnote: string;
  unsubscribe?: { label: string; url: string };
};

/** What the operator chose, for mails. Most readers show them on white. */
export type MailLook = {
  accent: string;
  /** Its address; empty: none. */
  logo: string;
  logoAlt: string;
};

/** Renders a mail as HTML and as plain text. In the text the link has its own line. */
export function mailBody(content: MailContent, language: string, look: MailLook): { html: string; text: string } {
  const { paragraphs, action, enclosed = [], footnote, unsubscribe } = content;
  const end = unsubscribe ? `${footnote}\n${unsubscribe.label}:\n${unsubscribe.url}` : footnote;
  const link = action ? [`${action.label}:\n${action.url}`] : [];
  const text = [...paragraphs, ...link, ...enclosed, `--\n${end}`].join('\n\n');
  return {
    text: `${text}\n`,
    html: `<!doctype html>${renderToStaticMarkup(<MailDocument {...content} language={language} look={look} />)}`,
  };
}

const font = "system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";

type DocumentProps = MailContent & { language: string; look: MailLook };

function MailDocument({ paragraphs, action, enclosed, footnote, unsubscribe, language, look }: DocumentProps) {
  return (
    <html lang={language} dir={directionOf(language)}>
      <body style={{ margin: 0, padding: '24px', background: '#FBF8F2', color: '#17202E', font: `16px/1.55 ${font}` }}>
        <div
          style={{
            maxWidth: '520px',
            margin: '0 auto',
            padding: '24px',
            background: '#FFFFFF',
            border: '1px solid #E4DCCF',
            borderRadius: '14px',
          }}
        >
          {look.logo && (
            // Without “low” React writes a link to it into the head.
            <img
              src={look.logo}
              alt={look.logoAlt}
              height="40"
              fetchPriority="low"
              style={{ display: 'block', margin: '0 0 20px' }}
            />
          )}
          {paragraphs.map((paragraph) => (
            <p key={paragraph} style={{ margin: '0 0 16px', whiteSpace: 'pre-line' }}>
              {paragraph}
            </p>
          ))}
          {action && (
            <p style={{ margin: '24px 0' }}>
              <a
                href={action.url}
                style={{
                  display: 'inline-block',
                  padding: '12px 20px',
                  background: look.accent,
                  color: '#FFFFFF',
                  borderRadius: '10px',
                  textDecoration: 'none',
                }}
              >
                {action.label}
              </a>
            </p>
          )}
          {enclosed && (
            <div style={{ margin: '32px 0 0', paddingTop: '16px', borderTop: '1px solid #E4DCCF', fontSize: '14px' }}>
              {enclosed.map((paragraph) => (
                <p key={paragraph} style={{ margin: '0 0 12px', whiteSpace: 'pre-line' }}>
                  {paragraph}
                </p>
              ))}
            </div>
          )}
          <p style={{ margin: '24px 0 0', fontSize: '14px', color: '#55606F' }}>{footnote}</p>
          {unsubscribe && (
            <p style={{ margin: '8px 0 0', fontSize: '14px' }}>
              <a href={unsubscribe.url} style={{ color: '#55606F' }}>
                {unsubscribe.label}
              </a>
            </p>
          )}
        </div>
      </body>
    </html>
  );
}
