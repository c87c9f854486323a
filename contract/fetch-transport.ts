import type { Transport, TransportRequest } from './call.ts';

/** The part of the platform's `fetch` in use; `Form` is its FormData, `Signal` its AbortSignal. */
type Fetch<Form, Signal> = (
  url: string,
  init: { method: string; headers: Record<string, string>; credentials: 'same-origin'; body?: string | Form; signal?: Signal },
) => Promise<{ readonly status: number; readonly headers: { get(name: string): string | null }; text(): Promise<string> }>;

interface Options<Form, Signal> {
  readonly locale: string;
  /** `(url, init) => fetch(url, init)` */
  readonly fetch: Fetch<Form, Signal>;
  /** Builds the multipart body: `({fields, files}) => FormData`. */
  readonly form?: (parts: NonNullable<TransportRequest['form']>) => Form;
}

/** A transport over the platform's `fetch`; cookies are sent to our own origin. In the browser: `fetchTransport<FormData, AbortSignal>({…})`. */
export function fetchTransport<Form, Signal>(options: Options<Form, Signal>): Transport {
  return {
    locale: options.locale,
    async send(request) {
      const body = request.form === undefined ? request.body : options.form?.(request.form);
      const reply = await options.fetch(request.url, {
        method: request.method,
        headers: { ...request.headers },
        credentials: 'same-origin',
        ...(body === undefined ? {} : { body }),
        ...(request.signal === undefined ? {} : { signal: request.signal as Signal }),
      });
      return { status: reply.status, header: (name) => reply.headers.get(name), text: await reply.text() };
    },
  };
}
