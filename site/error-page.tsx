import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/fields.tsx';
import { Footer } from '../ui/footer.tsx';
import { ErrorScreen } from '../ui/system-screen.tsx';
import { renderDocument } from './document.tsx';
import { sendHtml } from './show-page.tsx';
import type { Site } from './site.ts';
import type { SiteContext } from './visitor.ts';

const metadata = {
  title: 'Something went wrong',
  description: 'A page that could not be shown.',
  keywords: 'lost and found',
  noindex: true,
};

/**
 * The page for what nobody expected, such as a database that is away; it reads nothing. A form that was not taken comes back with
 * everything typed, ready to be sent again: it carries its key, so that it is still one sending.
 */
export async function showErrorPage(c: SiteContext, site: Site): Promise<Response> {
  const brand = await site.brand();
  const { form } = c.var;
  const html = renderDocument({
    face: 'found',
    metadata,
    path: c.req.path,
    brand,
    publicUrl: site.installation.publicUrl,
    assets: site.assets,
    children: (
      <>
        <main id="main">{form ? <NotSent path={c.req.path} form={form} /> : <ErrorScreen />}</main>
        <Footer brand={brand} />
      </>
    ),
  });
  c.header('Cache-Control', 'no-store');
  return sendHtml(c, 'found', html, 500);
}

function NotSent({ path, form }: { path: string; form: Record<string, string> }) {
  const { text, ...rest } = form;
  return (
    <div className="found">
      <h1>Something went wrong.</h1>
      <p className="notice notice-error" role="alert">
        Nothing was sent, and nothing is lost. Please try again in a moment.
      </p>
      <form method="post" action={path}>
        {Object.entries(rest).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {text && <TextArea label="Your message" name="text" rows={4} defaultValue={text} />}
        <Button>Try again</Button>
      </form>
    </div>
  );
}
