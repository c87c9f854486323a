import type { InjectOptions } from 'fastify';
import type { ErrorDocument } from '#contract/document.ts';
import { createTestApp, type TestApp } from './app.ts';
import { exampleRoutes } from './example-routes.ts';

export const JSON_API = 'application/vnd.api+json';
export const HEADERS = { 'content-type': JSON_API, 'site-locale': 'en' } as const;

export const errorsOf = (reply: { body: string }) => (JSON.parse(reply.body) as ErrorDocument).errors;

/** Status, code and field of the first error. */
export const firstErrorOf = (reply: { body: string; statusCode: number }) => {
  const { code, source } = errorsOf(reply)[0] ?? { code: 'none', source: {} };
  return { status: reply.statusCode, code, source };
};

/** An app with the example routes and helpers to call it. */
export async function createExampleApp() {
  const test: TestApp = await createTestApp(exampleRoutes);
  const ask = (options: InjectOptions) => test.app.inject(options);
  return {
    ...test,
    ask,
    get: (url: string, headers: Record<string, string> = {}) => ask({ method: 'GET', url, headers }),
    calculate: (payload: unknown, headers: Record<string, string> = {}) =>
      ask({
        method: 'POST',
        url: '/api/v1/examples/calculate',
        headers: { ...HEADERS, ...headers },
        payload: typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
      }),
  };
}
