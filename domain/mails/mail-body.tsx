import { renderToStaticMarkup } from 'react-dom/server';
import type { Translations } from '../../language/create-translations.ts';
import { directionOf } from '../../language/languages.ts';
import type { Brand } from '../../ui/brand.ts';
import { accentOf } from '../settings/contract/accent.ts';
import { isolated } from './mail-language.ts';

export type MailContent = {
  subject: string;
  /** The words of somebody else are set apart; of sums, the last one is the whole. */
  paragraphs: (string | { words: string } | { sums: [name: string, amount: string][] })[];
  /** Its name: the category of an item, a full stop, and the id of its picture, if finders may see one (site/social/mail-pictures.tsx). */
  picture?: string | undefined;
  action?: { label: string; url: string };
  enclosed?: (string | { heading: string })[];
  /** Why the mail came. */
  footnote: string;
  unsubscribe?: { label: string; url: string };
};

/** Of whom it is for: the name only where the address is confirmed, because anybody may have chosen that of another. */
export type MailReader = { t: Translations; name?: string | null };

/** Renders a mail as HTML and as plain text, with a greeting. In the text the link has its own line. */
export function mailBody(content: MailContent, { t, name }: MailReader, brand: Brand): { html: string; text: string } {
  const { action, enclosed = [], footnote, unsubscribe } = content;
  const greeting = name ? t('mail.hello', { name: isolated(name, t) }) : t('mail.helloNameless');
  const paragraphs = [greeting, ...content.paragraphs];
  const end = unsubscribe ? `${footnote}\n${unsubscribe.label}:\n${unsubscribe.url}` : footnote;
  const terms = enclosed.map((each) => (typeof each === 'string' ? each : each.heading));
  const link = action ? [`${action.label}:\n${action.url}`] : [];
  const written = paragraphs.map((each) => {
    if (typeof each === 'string') return each;
    return 'words' in each ? each.words : each.sums.map((sum) => sum.join(': ')).join('\n');
  });
  const html = renderToStaticMarkup(<MailDocument {...content} {...{ paragraphs, brand }} language={t.language} />);
  return { text: `${[...written, ...link, ...terms, `--\n${end}`].join('\n\n')}\n`, html: `<!doctype html>${html}` };
}

type DocumentProps = MailContent & { language: string; brand: Brand };

function MailDocument({ language, brand, subject, picture, paragraphs, action, enclosed, ...end }: DocumentProps) {
  const dir = directionOf(language);
  return (
    <html lang={language} dir={dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no" />
        <title>{subject}</title>
        {stylesOf(brand, dir === 'rtl' ? 'right' : 'left').map((css) => (
          <style key={css}>{css}</style>
        ))}
      </head>
      <body className="page">
        <div className="page" dir={dir}>
          <div className="part brand">
            <Picture name="mark" alt={brand.logo && brand.productName} height="40" /> {!brand.logo && brand.productName}
          </div>
          <div className="part card">
            {picture && <Picture name={picture} alt="" height="88" />}
            <h1>{subject.replace(` · ${brand.productName}`, '')}</h1>
            {paragraphs.map((each) =>
              typeof each === 'string' ? (
                <p key={each}>{each}</p>
              ) : 'words' in each ? (
                <blockquote key={each.words} dir="auto">
                  {each.words}
                </blockquote>
              ) : (
                <Sums key="sums" sums={each.sums} />
              ),
            )}
            {action && (
              <a className="action" href={action.url}>
                {action.label}
              </a>
            )}
            {enclosed && (
              <div className="enclosed">
                {enclosed.map((each) =>
                  typeof each === 'string' ? <p key={each}>{each}</p> : <h2 key={each.heading}>{each.heading}</h2>,
                )}
              </div>
            )}
          </div>
          <div className="part end">
            <p>{withLinks(end.footnote)}</p>
            {end.unsubscribe && <a href={end.unsubscribe.url}>{end.unsubscribe.label}</a>}
          </div>
        </div>
      </body>
    </html>
  );
}

function Sums({ sums }: { sums: [name: string, amount: string][] }) {
  return (
    <table>
      <tbody>
        {sums.map(([name, amount]) => (
          <tr key={name + amount}>
            <td>{name}</td>
            <td className="amount">{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Goes with the mail. Without “low” React writes a link to it into the head. */
function Picture({ name, alt, height }: { name: string; alt: string; height: string }) {
  return <img src={`cid:${name}@handback`} alt={alt} height={height} fetchPriority="low" />;
}

/** Only for words of ours. */
function withLinks(text: string) {
  const parts = text.split(/(https?:\/\/[!-~]*[\w/])/);
  return parts.map((part, n) =>
    n % 2 === 0 ? (
      part
    ) : (
      <a key={part} href={part}>
        {part}
      </a>
    ),
  );
}

/** Two, because some mail programs drop the whole of one in which they meet what they do not know. */
function stylesOf(brand: Brand, start: 'left' | 'right'): string[] {
  const { light, dark } = accentOf(brand);
  return [
    `.page{margin:0;background:#fbf8f2;color:#17202e;font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
div.page{padding:24px 12px}
.part{max-width:560px;margin:0 auto;overflow-wrap:anywhere}
.brand{padding:0 4px 16px;font-size:20px;font-weight:700}
img{border-radius:10px;vertical-align:middle}
.card img{display:block;margin:0 0 16px}
.card{box-sizing:border-box;padding:24px;background:#fff;border:1px solid #e4dccf;border-radius:14px}
h1{margin:0 0 20px;font-size:24px;line-height:1.25}
h2{margin:20px 0 4px;font-size:16px;line-height:1.25}
p,blockquote{margin:0 0 16px;white-space:pre-line}
blockquote{padding:12px 16px;background:#fbf8f2;border-${start}:4px solid #f2b33d;border-radius:10px;font-size:18px}
table{width:100%;margin:0 0 16px;border-spacing:0}
td{padding:8px 0;border-bottom:1px solid #e4dccf;vertical-align:top}
.amount{padding-${start}:16px;text-align:${start === 'left' ? 'right' : 'left'};white-space:nowrap}
tr:last-child td{border:0;font-size:18px;font-weight:700}
a{color:${light}}
.action{display:inline-block;margin:8px 0;padding:12px 24px;background:${light};color:#fff;border-radius:10px;font-weight:600;text-decoration:none}
.enclosed{margin:24px 0 0;padding:20px 0 0;border-top:1px solid #e4dccf;font-size:14px}
.end{padding:16px 4px 0;font-size:14px}
.end,.end a{color:#55606f}`,
    `@media (prefers-color-scheme:dark){
.page,blockquote{background:#12161c;color:#f2eee6}
.card{background:#1a2028}
.card,.enclosed,td{border-color:#2c3540}
a{color:${dark}}
.action{background:${dark};color:#08251b}
.end,.end a{color:#a9b1bc}
}`,
  ];
}
