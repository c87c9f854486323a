import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from 'react-router';
import { call } from '#contract/call.ts';
import { openChatLink, sendChatMessage } from '#contract/chat.ts';
import { returnForm, captchaIn, textOf } from '#web/account/returned-form.ts';
import { siteContext } from '#web/api/site-context.ts';
import { whileInProgress } from '#web/api/while-in-progress.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { readTalk } from './talk-wire.ts';

/** A talk is nobody else's business: no cache keeps it, no search engine finds it. */
const HEADERS = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };

const ID = /^[\w-]{6,64}$/;
const idIn = (url: URL, name: string): string | undefined => {
  const id = url.searchParams.get(name) ?? '';
  return ID.test(id) ? id : undefined;
};

interface ChatLink {
  readonly thread: string;
  readonly key: string;
}

/** The link of a letter, as the address names it. */
function linkIn(url: URL): ChatLink | undefined {
  const [thread, key] = [url.searchParams.get('thread'), url.searchParams.get('key')];
  return thread === null || key === null ? undefined : { thread, key };
}

/** Gives this browser the chat of a letter, and takes the key out of the address. */
async function openLink({ request, context }: ActionFunctionArgs, { thread, key }: ChatLink): Promise<never> {
  const site = context.get(siteContext);
  const locale = localeOf(new URL(request.url).pathname);
  const opened = await call(openChatLink, { body: { thread, key } }, site.api(locale));
  if (!opened.ok) throw data(null, { status: opened.status === 0 ? 503 : 404, headers: HEADERS });
  const headers = new Headers();
  for (const [name, value] of site.told()) headers.append(name, value);
  throw redirect(localPath(locale, '/support'), { headers });
}

/** The chat of the order that is named, where it is this visitor's; else the visitor's own. The link of a letter is only asked about. */
export async function loadSupport(args: LoaderFunctionArgs) {
  const url = new URL(args.request.url);
  const link = linkIn(url);
  if (link !== undefined) return data({ kind: 'link', ...link } as const, { headers: HEADERS });
  const transport = args.context.get(siteContext).api(localeOf(url.pathname));
  const asked = idIn(url, 'order');
  const ofOrder = asked === undefined ? undefined : await readTalk(transport, { orderId: asked });
  const orderId = ofOrder === undefined ? undefined : asked;
  const reading = ofOrder === undefined ? await readTalk(transport, { orderId: undefined }) : ofOrder;
  if (reading == null) throw data(null, { status: 503, headers: HEADERS });
  return data({ kind: 'chat', reading, orderId, key: crypto.randomUUID(), now: Date.now() } as const, { headers: HEADERS });
}

/** Opens the chat of a letter's link, or sends a message where no scripts run. */
export async function sendSupport(args: ActionFunctionArgs) {
  const { request, context } = args;
  const url = new URL(request.url);
  const link = linkIn(url);
  if (link !== undefined) return await openLink(args, link);
  const locale = localeOf(url.pathname);
  const form = await request.formData();
  const orderId = idIn(url, 'order');
  const email = textOf(form, 'email').trim();
  const key = textOf(form, 'idempotency_key');
  const body = { text: textOf(form, 'text'), order_id: orderId, email: email === '' ? undefined : email, ...captchaIn(form) };
  const transport = context.get(siteContext).api(locale);
  const sent = await whileInProgress(() => call(sendChatMessage, { body, ...(ID.test(key) ? { idempotencyKey: key } : {}) }, transport));
  if (!sent.ok) return returnForm(form, sent);
  return redirect(localPath(locale, `/support${orderId === undefined ? '' : `?order=${orderId}`}`));
}
