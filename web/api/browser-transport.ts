import { fetchTransport } from '#contract/fetch-transport.ts';
import type { Transport } from '#contract/call.ts';
import type { Locale } from '#core/locale.ts';
import { reportFault } from '#ui/reports/report-errors.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import { apiAddress } from './api-address.ts';

/** A multipart body of the platform. */
export function formOf(parts: {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, unknown>>;
}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts.fields)) form.append(name, value);
  for (const [name, file] of Object.entries(parts.files)) if (file instanceof Blob) form.append(name, file);
  return form;
}

const CALL_TIMEOUT_MS = 20_000;

const transportOf = (locale: Locale, more: RequestInit): Transport => ({
  ...fetchTransport<FormData, AbortSignal>({
    locale,
    form: formOf,
    fetch: (url, init) => {
      const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
      const signal = init.signal === undefined ? timeout : AbortSignal.any([init.signal, timeout]);
      // Cookies go along to another origin too (`API_URL`)
      return fetch(apiAddress(url), { ...init, ...more, credentials: 'include', signal });
    },
  }),
  failed: reportFault,
  unreadableWords: () => translatorOf(locale)('shell.unreadable'),
});

/** How the browser calls the API. A call that nobody answers ends after `CALL_TIMEOUT_MS`. */
export const browserTransport = (locale: Locale): Transport => transportOf(locale, {});

/** The same for what is small and has to arrive though its page is closed meanwhile. */
export const lastingTransport = (locale: Locale): Transport => transportOf(locale, { keepalive: true });
