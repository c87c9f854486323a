import type { Transport, TransportReply, TransportRequest } from '#contract/call.ts';
import type { Locale } from '#core/locale.ts';
import { reportFault } from '#ui/reports/report-errors.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import { apiAddress } from './api-address.ts';
import { formDataOf } from '#ui/form-data.ts';

/** After this time without progress the connection counts as lost, whatever the file size. */
const SILENCE_MS = 45_000;

/** Calls with a file and reports the upload progress, 0 to 100, which `fetch` cannot. Aborts after `SILENCE_MS` without progress. */
export const uploadTransport = (locale: Locale, onSent: (percent: number) => void): Transport => ({
  locale,
  failed: reportFault,
  unreadableMessage: () => translatorOf(locale)('shell.unreadable'),
  send: ({ method, url, headers, form = { fields: {}, files: {} } }: TransportRequest) =>
    new Promise<TransportReply>((resolve, reject) => {
      const request = new XMLHttpRequest();
      const fail = () => reject(new TypeError('no response'));
      const cancel = () => request.abort();
      let silenceTimer = setTimeout(cancel, SILENCE_MS);
      request.open(method, apiAddress(url));
      request.withCredentials = true;
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
        clearTimeout(silenceTimer);
        silenceTimer = setTimeout(cancel, SILENCE_MS);
        if (lengthComputable && total > 0) onSent(Math.floor((loaded / total) * 100));
      });
      request.addEventListener('loadend', () => clearTimeout(silenceTimer));
      request.addEventListener('error', fail);
      request.addEventListener('abort', fail);
      request.addEventListener('load', () => {
        resolve({ status: request.status, header: (name) => request.getResponseHeader(name), text: request.responseText });
      });
      request.send(formDataOf(form));
    }),
});
