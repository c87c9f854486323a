import { redirect, type ActionFunctionArgs } from 'react-router';
import { call, type Transport, type TransportRequest } from '#contract/call.ts';
import { requestOnlinePayments } from '#contract/public/online-payments.ts';
import { returnForm, captchaIn, textOf } from '#web/form/returned-form.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';

/** Fields of the form, in its order. */
export const FIELDS = ['email', 'url', 'monthly_turnover', 'business_area', 'comment'] as const;

/** Body of the call from the form. */
export const bodyOf = (form: FormData) => ({
  email: textOf(form, 'email').trim(),
  url: textOf(form, 'url').trim(),
  monthly_turnover: textOf(form, 'monthly_turnover').trim(),
  business_area: textOf(form, 'business_area').trim(),
  comment: textOf(form, 'comment').trim(),
  ...captchaIn(form),
});

const BOUNDARY = 'razmen-form';

/** Encodes the fields of a multipart call as its body; this path sends no files. */
function asMultipart(request: TransportRequest) {
  const parts = Object.entries(request.form?.fields ?? {}).map(
    ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value.replaceAll(BOUNDARY, '')}\r\n`,
  );
  const headers = { ...request.headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  return { ...request, headers, body: `${parts.join('')}--${BOUNDARY}--\r\n` };
}

const withoutFiles = (transport: Transport): Transport => ({ ...transport, send: (request) => transport.send(asMultipart(request)) });

/** Handles the form without scripts; it carries no file. */
export async function businessAction({ request, context }: ActionFunctionArgs) {
  const locale = localeOf(new URL(request.url).pathname);
  const form = await request.formData();
  const response = await call(requestOnlinePayments, { body: bodyOf(form) }, withoutFiles(context.get(siteContext).api(locale)));
  return response.ok ? redirect(`${localPath(locale, '/business')}?sent=1`) : returnForm(form, response);
}
