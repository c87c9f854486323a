import { beforeAll, expect, test } from 'vitest';
import { RouterContextProvider } from 'react-router';
import { JSON_API } from '#contract/document.ts';
import own from '#locales/ru/own.json' with { type: 'json' };
import { siteContext, type SiteRequest } from '#web/api/site-context.ts';
import { registerMessages } from '#web/i18n/translator.ts';
import { dataAction } from '#web/settings/personal-data/own-data.ts';

const ARCHIVE = '0b0f5f0e-3f3a-4c55-9d5b-3f1f8f2b7a11';

beforeAll(() => registerMessages('ru', { own }));

interface ApiState {
  readonly isFresh: boolean;
  readonly state: 'ready' | 'taken';
  readonly isSignedIn?: boolean;
}

/** The API as the action sees it: how fresh the proof is, and the state of the archive. */
function siteWith({ isFresh, state, isSignedIn = true }: ApiState): RouterContextProvider {
  const send = async ({ url }: { readonly url: string }) => {
    const reply = (body: object, status = 200) => ({ status, header: () => JSON_API, text: JSON.stringify(body) });
    if (!isSignedIn) return reply({ errors: [{ status: '401', code: 'not_authenticated', title: 'Нужен вход', detail: 'Войдите.' }] }, 401);
    if (url.endsWith('/ways_in')) {
      const attributes = { has_password: false, has_second_factor: false, proofs: ['passkey'], is_fresh: isFresh, identities: [] };
      return reply({ data: { type: 'ways_in', id: 'current', attributes } });
    }
    const attributes = { state, parts: 1, done: 1, size: null, requested_at: '2026-01-01T00:00:00Z', expires_at: '2026-01-02T00:00:00Z' };
    return reply({ data: [{ type: 'data_exports', id: ARCHIVE, attributes }] });
  };
  const context = new RouterContextProvider();
  const site = { api: (locale: string) => ({ locale, send }), browserHeaders: () => [] };
  context.set(siteContext, site as unknown as SiteRequest);
  return context;
}

async function take(apiState: ApiState) {
  const body = new URLSearchParams({ deed: 'take', id: ARCHIVE });
  const request = new Request('http://localhost/account/data', { method: 'POST', body });
  const answer = await dataAction({ request, context: siteWith(apiState), params: {} } as unknown as Parameters<typeof dataAction>[0]);
  return answer instanceof Response ? answer.headers.get('location') : answer.data.errors.map(({ code, message }) => [code, message]);
}

test('the archive is downloaded only with a fresh proof: otherwise the browser stays on a page of ours', async () => {
  expect(await take({ isFresh: true, state: 'ready' })).toBe(`/api/v1/user/exports/${ARCHIVE}/file`);
  expect(await take({ isFresh: false, state: 'ready' })).toEqual([['fresh_factor_required', own.data.prove_again]]);
  expect(await take({ isFresh: true, state: 'taken' })).toBe('/account/data');
  expect(await take({ isFresh: true, state: 'ready', isSignedIn: false })).toEqual([['not_authenticated', 'Войдите.']]);
});
