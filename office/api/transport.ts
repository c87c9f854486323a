import { fetchTransport } from '#contract/fetch-transport.ts';
import type { Transport } from '#contract/call.ts';
import type { Locale } from '#core/locale.ts';
import { reportFault } from '#ui/reports/report-errors.ts';

/** A multipart body; `files` are Blobs. */
function formOf({
  fields,
  files,
}: {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, unknown>>;
}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, file] of Object.entries(files))
    if (file instanceof Blob) form.set(name, file, file instanceof File ? file.name : `${name}.txt`);
  return form;
}

/** How the office calls the server. The release of a lease (DELETE) must outlive its page. */
export const transportOf = (locale: Locale): Transport => ({
  ...fetchTransport({
    locale,
    form: formOf,
    fetch: (url, init: RequestInit & { method: string }) => fetch(url, { ...init, keepalive: init.method === 'DELETE' }),
  }),
  failed: reportFault,
});
