import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from 'react-router';
import { call } from '#contract/call.ts';
import { openChatLink, sendChatMessage } from '#contract/public/chat.ts';
import { returnForm, captchaIn, textOf } from '#web/form/returned-form.ts';
import { siteContext } from '#web/api/site-context.ts';
import { retryWhileInProgress } from '#web/api/retry-while-in-progress.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { fetchThread } from './thread-api.ts';

/** Threads are private: not cached, not indexed. */
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

/** Chat link of an e-mail, from the URL. */
function linkIn(url: URL): ChatLink | undefined {
  const [thread, key] = [url.searchParams.get('thread'), url.searchParams.get('key')];
  return thread === null || key === null ? undefined : { thread, key };
}

/** Gives this browser access to the linked chat and removes the key from the URL. */
async function openLink({ request, context }: ActionFunctionArgs, { thread, key }: ChatLink): Promise<never> {
  const site = context.get(siteContext);
  const locale = localeOf(new URL(request.url).pathname);
  const response = await call(openChatLink, { body: { thread, key } }, site.api(locale));
  if (!response.ok) throw data(null, { status: response.status === 0 ? 503 : 404, headers: HEADERS });
  const headers = new Headers();
  for (const [name, value] of site.browserHeaders()) headers.append(name, value);
  throw redirect(localPath(locale, '/support'), { headers });
}

/** Thread of the order in the URL if it belongs to the visitor, else the general one. An e-mail link only shows its confirmation. */
export async function loadSupport(args: LoaderFunctionArgs) {
  const url = new URL(args.request.url);
  const link = linkIn(url);
  if (link !== undefined) return data({ kind: 'link', ...link } as const, { headers: HEADERS });
  const transport = args.context.get(siteContext).api(localeOf(url.pathname));
  const requestedId = idIn(url, 'order');
  const orderThread = requestedId === undefined ? undefined : await fetchThread(transport, { orderId: requestedId });
  const orderId = orderThread === undefined ? undefined : requestedId;
  const thread = orderThread === undefined ? await fetchThread(transport, { orderId: undefined }) : orderThread;
  if (thread == null) throw data(null, { status: 503, headers: HEADERS });
  return data({ kind: 'chat', thread, orderId, key: crypto.randomUUID(), now: Date.now() } as const, { headers: HEADERS });
}

/** Opens the chat of an e-mail link, or sends a message without scripts. */
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
  const response = await retryWhileInProgress(() =>
    call(sendChatMessage, { body, ...(ID.test(key) ? { idempotencyKey: key } : {}) }, transport),
  );
  if (!response.ok) return returnForm(form, response);
  return redirect(localPath(locale, `/support${orderId === undefined ? '' : `?order=${orderId}`}`));
}
