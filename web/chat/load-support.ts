import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from 'react-router';
import { call } from '#contract/call.ts';
import { openChatLink, sendChatMessage } from '#contract/chat.ts';
import { returnForm, captchaIn, textOf } from '#web/account/returned-form.ts';
import { siteContext } from '#web/api/site-context.ts';
import { whenDone } from '#web/api/when-done.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { readTalk } from './talk-wire.ts';

/** A talk is nobody else's business: no cache keeps it, no search engine finds it. */
const HEADERS = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };

const ID = /^[\w-]{6,64}$/;
const idIn = (url: URL, name: string): string | undefined => {
  const id = url.searchParams.get(name) ?? '';
  return ID.test(id) ? id : undefined;
};

/** The link of a letter: this browser may read the talk from here on, and the address loses the key. */
async function openLink({ request, context }: LoaderFunctionArgs, thread: string, key: string): Promise<never> {
  const site = context.get(siteContext);
  const locale = localeOf(new URL(request.url).pathname);
  const opened = await call(openChatLink, { body: { thread, key } }, site.api(locale));
  if (!opened.ok) throw data(null, { status: opened.status === 0 ? 503 : 404, headers: HEADERS });
  const headers = new Headers();
  for (const [name, value] of site.told()) headers.append(name, value);
  throw redirect(localPath(locale, '/support'), { headers });
}

/** The talk of the order that is named, where it is this visitor's; else his own. */
export async function loadSupport(args: LoaderFunctionArgs) {
  const url = new URL(args.request.url);
  const [thread, key] = [url.searchParams.get('thread'), url.searchParams.get('key')];
  if (thread !== null && key !== null) return await openLink(args, thread, key);
  const transport = args.context.get(siteContext).api(localeOf(url.pathname));
  const asked = idIn(url, 'order');
  const ofOrder = asked === undefined ? undefined : await readTalk(transport, { orderId: asked });
  const orderId = ofOrder === undefined ? undefined : asked;
  const reading = ofOrder === undefined ? await readTalk(transport, { orderId: undefined }) : ofOrder;
  if (reading == null) throw data(null, { status: 503, headers: HEADERS });
  return data({ reading, orderId, key: crypto.randomUUID(), now: Date.now() }, { headers: HEADERS });
}

/** What is sent where no scripts run. */
export async function sendSupport({ request, context }: ActionFunctionArgs) {
  const url = new URL(request.url);
  const locale = localeOf(url.pathname);
  const form = await request.formData();
  const orderId = idIn(url, 'order');
  const email = textOf(form, 'email').trim();
  const key = textOf(form, 'idempotency_key');
  const body = { text: textOf(form, 'text'), order_id: orderId, email: email === '' ? undefined : email, ...captchaIn(form) };
  const transport = context.get(siteContext).api(locale);
  const sent = await whenDone(() => call(sendChatMessage, { body, ...(ID.test(key) ? { idempotencyKey: key } : {}) }, transport));
  if (!sent.ok) return returnForm(form, sent);
  return redirect(localPath(locale, `/support${orderId === undefined ? '' : `?order=${orderId}`}`));
}
