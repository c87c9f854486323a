import type { Environment } from './environment.ts';

type Addresses = Pick<Environment, 'PUBLIC_URL' | 'PORT' | 'API_URL'>;

/** Origin of the site. */
export const publicUrlOf = ({ PUBLIC_URL: url, PORT: port }: Omit<Addresses, 'API_URL'>): string =>
  url === undefined ? `http://localhost:${port}` : new URL(url).origin;

/** What is wrong with `API_URL`, given `PUBLIC_URL`; undefined: nothing. */
export function apiUrlProblem(env: Addresses): string | undefined {
  const site = new URL(publicUrlOf(env));
  const api = new URL(env.API_URL ?? '/', site);
  // Cookies belong to one host, and pages rendered by the site need those that the API sets
  if (api.hostname === site.hostname && api.protocol === site.protocol) return undefined;
  return 'API_URL must be a path or have the scheme and the host of PUBLIC_URL, on any port: cookies are bound to that host';
}

/** The prefix of API paths for browsers; undefined: the API is at the root of the site. */
export function apiUrlOf(env: Addresses): string | undefined {
  const site = publicUrlOf(env);
  const { origin, pathname } = new URL(env.API_URL ?? '/', site);
  const base = (origin === site ? '' : origin) + pathname.replace(/\/+$/, '');
  return base === '' ? undefined : base;
}
