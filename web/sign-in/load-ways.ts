import { call } from '#contract/call.ts';
import { listSignInProviders } from '#contract/account/sign-in-providers.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf } from '#web/i18n/locale.ts';
import type { LoadArgs } from '#web/api/user.ts';

const IP = /^(?:\d+\.\d+\.\d+\.\d+|\[.*\])$/;

/** Sign-in providers, and whether passkeys work here. A list that fails to load does not hide the form. */
export async function loadSignInWays({ request, context }: LoadArgs) {
  const { pathname } = new URL(request.url);
  const site = context.get(siteContext);
  const providers = await call(listSignInProviders, {}, site.api(localeOf(pathname)));
  return {
    providers: providers.ok ? providers.data.map(({ id, attributes }) => ({ id, name: attributes.name })) : [],
    // Passkeys are bound to a host name: an IP address has none
    hasPasskeys: !IP.test(new URL(site.publicUrl).hostname),
  };
}
