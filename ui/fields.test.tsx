import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Select, TextField } from './fields.tsx';

test('a field is tied to its label, its hint and its error, and else describes itself by nothing; two forms on one page keep fields of one name apart by id; a select keeps what was chosen', () => {
  const html = renderToStaticMarkup(<TextField name="name" label="Name" hint="Keep it short." error="Give a name." />);
  expect(html).toContain('<label for="name">Name</label>');
  expect(html).toContain('<p id="name-hint" class="field-hint">Keep it short.</p>');
  expect(html).toContain('<p id="name-error" class="field-error">Give a name.</p>');
  expect(html).toMatch(/<input[^>]* id="name" aria-describedby="name-hint name-error" aria-invalid="true"/);
  expect(renderToStaticMarkup(<TextField name="name" label="Name" />)).not.toMatch(/aria-/);
  const thirdHtml = renderToStaticMarkup(
    <TextField id="reply-text" name="text" label="Text" error="Write something." />,
  );
  expect(thirdHtml).toMatch(/for="reply-text".*id="reply-text" aria-describedby="reply-text-error".*name="text"/);
  const options = [
    { value: 'keys', label: 'Keys' },
    { value: 'bag', label: 'Bag' },
  ];
  const fourthHtml = renderToStaticMarkup(<Select name="category" label="Kind" options={options} defaultValue="bag" />);
  expect(fourthHtml).toContain('<option value="bag" selected="">Bag</option>');
});
