import { call } from '#contract/call.ts';
import { listSignInProviders } from '#contract/sign-in-providers.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf } from '#web/i18n/locale.ts';
import type { Asked } from './user.ts';

const IP = /^(?:\d+\.\d+\.\d+\.\d+|\[.*\])$/;

/** The ways in beside the password; a list that does not come hides no form. */
export async function loadWays({ request, context }: Asked) {
  const { pathname } = new URL(request.url);
  const site = context.get(siteContext);
  const providers = await call(listSignInProviders, {}, site.api(localeOf(pathname)));
  return {
    providers: providers.ok ? providers.data.map(({ id, attributes }) => ({ id, name: attributes.name })) : [],
    // Passkeys are bound to a name: at a bare address there are none
    hasPasskeys: !IP.test(new URL(site.publicUrl).hostname),
  };
}
