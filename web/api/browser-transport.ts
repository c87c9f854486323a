import { fetchTransport } from '#contract/fetch-transport.ts';
import type { Transport } from '#contract/call.ts';
import type { Locale } from '#core/locale.ts';
import { reportFault } from '#ui/reports/report-errors.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import { apiAddress } from './api-address.ts';

/** `FormData` of the fields and files of a call. */
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

const transportOf = (locale: Locale, extra: RequestInit): Transport => ({
  ...fetchTransport<FormData, AbortSignal>({
    locale,
    form: formOf,
    fetch: (url, init) => {
      const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
      const signal = init.signal === undefined ? timeout : AbortSignal.any([init.signal, timeout]);
      // Cookies are sent to another origin too (`API_URL`)
      return fetch(apiAddress(url), { ...init, ...extra, credentials: 'include', signal });
    },
  }),
  failed: reportFault,
  unreadableMessage: () => translatorOf(locale)('shell.unreadable'),
});

/** Calls the API from the browser; times out after `CALL_TIMEOUT_MS`. */
export const browserTransport = (locale: Locale): Transport => transportOf(locale, {});

/** The same for small requests that must arrive even if the page is closed (`keepalive`). */
export const keepaliveTransport = (locale: Locale): Transport => transportOf(locale, { keepalive: true });
