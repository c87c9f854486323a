import { redirect, type ActionFunctionArgs } from 'react-router';
import { call, type Transport, type TransportRequest } from '#contract/call.ts';
import { requestOnlinePayments } from '#contract/online-payments.ts';
import { returnForm, captchaIn, textOf } from '#web/account/returned-form.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';

/** What the form asks for, in its order. */
export const FIELDS = ['email', 'url', 'monthly_turnover', 'business_area', 'comment'] as const;

/** What was typed, as the call takes it. */
export const bodyOf = (form: FormData) => ({
  email: textOf(form, 'email').trim(),
  url: textOf(form, 'url').trim(),
  monthly_turnover: textOf(form, 'monthly_turnover').trim(),
  business_area: textOf(form, 'business_area').trim(),
  comment: textOf(form, 'comment').trim(),
  ...captchaIn(form),
});

const BOUNDARY = 'razmen-form';

/** The fields of a multipart call as its body: pages are sent without files. */
function asMultipart(request: TransportRequest) {
  const parts = Object.entries(request.form?.fields ?? {}).map(
    ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value.replaceAll(BOUNDARY, '')}\r\n`,
  );
  const headers = { ...request.headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  return { ...request, headers, body: `${parts.join('')}--${BOUNDARY}--\r\n` };
}

const withoutFiles = (transport: Transport): Transport => ({ ...transport, send: (request) => transport.send(asMultipart(request)) });

/** The form as a page sends it, without scripts and without a file. */
export async function businessAction({ request, context }: ActionFunctionArgs) {
  const locale = localeOf(new URL(request.url).pathname);
  const form = await request.formData();
  const asked = await call(requestOnlinePayments, { body: bodyOf(form) }, withoutFiles(context.get(siteContext).api(locale)));
  return asked.ok ? redirect(`${localPath(locale, '/business')}?sent=1`) : returnForm(form, asked);
}
