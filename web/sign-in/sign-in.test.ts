import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { JSON_API } from '#contract/document.ts';
import { siteContext, type SiteRequest } from '#web/api/site-context.ts';
import { loadSignIn, signInAction } from './sign-in.ts';

/** Signs in at the address of a page, with a Russian-speaking account. Returns the redirect target. */
async function signInAt(address: string, needs: 'none' | 'factor' = 'none'): Promise<string | null> {
  const attributes = { created_at: '2026-01-01T00:00:00Z', expires_at: '2026-01-02T00:00:00Z', needs };
  const included = [{ type: 'users', id: 'u', attributes: { locale: 'ru' } }];
  const text = JSON.stringify({ data: { type: 'sessions', id: 's', attributes }, included });
  const send = async () => ({ status: 201, header: () => JSON_API, text });
  const context = new RouterContextProvider();
  context.set(siteContext, { api: (locale: string) => ({ locale, send }), browserHeaders: () => [] } as unknown as SiteRequest);
  const body = new URLSearchParams({ email: 'anna@example.org', password: 'Correct horse 1' });
  const request = new Request(`http://localhost${address}`, { method: 'POST', body });
  const answer = await signInAction({ request, context, params: {} } as unknown as Parameters<typeof signInAction>[0]);
  return answer instanceof Response ? answer.headers.get('location') : null;
}

test('after sign-in the language is that of the page, whatever the language of the account', async () => {
  expect(await signInAt('/en/sign-in')).toBe('/en/account');
  expect(await signInAt('/sign-in')).toBe('/account');
  expect(await signInAt('/en/sign-in?next=%2Faccount%2Forders')).toBe('/en/account/orders');
  expect(await signInAt('/en/sign-in', 'factor')).toBe('/en/sign-in/factor?next=%2Fen%2Faccount');
});

test('a signed-in visitor of the sign-in page is redirected in the language of that page', async () => {
  const attributes = {
    email: 'anna@example.org',
    email_verified: true,
    full_name: null,
    phone: null,
    locale: 'ru',
    role: 'customer',
    two_factor_enabled: false,
    referal_hash: null,
    referal_url: null,
    authentications: [],
    anti_phishing_code: null,
    version: 1,
    created_at: '2026-01-01T00:00:00Z',
  };
  const user = { data: { type: 'users', id: 'u', attributes } };
  const send = async () => ({ status: 200, header: () => JSON_API, text: JSON.stringify(user) });
  const context = new RouterContextProvider();
  context.set(siteContext, { api: (locale: string) => ({ locale, send }), browserHeaders: () => [] } as unknown as SiteRequest);
  const redirectOf = async (address: string): Promise<unknown> => {
    const request = new Request(`http://localhost${address}`, { headers: { cookie: 'session=x' } });
    return await loadSignIn({ request, context, params: {} } as unknown as Parameters<typeof loadSignIn>[0]).then(
      () => null,
      (thrown: unknown) => (thrown instanceof Response ? thrown.headers.get('location') : thrown),
    );
  };
  expect(await redirectOf('/en/sign-in')).toBe('/en/account');
  expect(await redirectOf('/en/sign-in?next=%2Faccount%2Forders%3Fpage%3D2')).toBe('/en/account/orders?page=2');
  expect(await redirectOf('/sign-in?next=%2Fen%2Faccount')).toBe('/account');
});
