import { fetchTransport } from '#contract/fetch-transport.ts';
import type { Transport } from '#contract/call.ts';
import type { Locale } from '#core/locale.ts';
import { formDataOf } from '#ui/form-data.ts';
import { reportFault } from '#ui/reports/report-errors.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import { apiAddress } from './api-address.ts';

const CALL_TIMEOUT_MS = 20_000;

const transportOf = (locale: Locale, extra: RequestInit): Transport => ({
  ...fetchTransport<FormData, AbortSignal>({
    locale,
    form: formDataOf,
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
