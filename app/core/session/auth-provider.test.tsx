import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AuthProvider, useAuth } from './auth-provider.tsx';

test('C-4.01 C-8.02 useAuth outside its provider says so; inside it, the state begins with loading', () => {
  expect(() => renderToString(<Status />)).toThrow('useAuth must be used within an AuthProvider');
  const html = renderToString(
    <AuthProvider>
      <Status />
    </AuthProvider>,
  );
  expect(html).toContain('loading');
});

function Status() {
  return <p>{useAuth().state.status}</p>;
}
