import { data, useLoaderData, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { call } from '#contract/call.ts';
import { getMailChoice } from '#contract/account/mail-choices.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { siteContext } from '#web/api/site-context.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { hiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

await loadMessages('own');

/** Reads the choice that the link of an e-mail names. It changes nothing, because mail scanners open every link. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const token = url.searchParams.get('t') ?? '';
  const response = await call(
    getMailChoice,
    { params: { token: token === '' ? 'none' : token } },
    context.get(siteContext).api(localeOf(url.pathname)),
  );
  if (!response.ok && response.status === 0) throw data(null, { status: 503 });
  const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' };
  return response.ok
    ? data({ choice: response.data.attributes, token }, { headers })
    : data({ choice: null, token: '' }, { status: 404, headers });
}
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;
export const meta: MetaFunction = ({ location }) => hiddenMeta(location.pathname);

/** Switches one kind of e-mail off and on again; the token of the e-mail is enough. */
export default function MailOff() {
  const { choice, token } = useLoaderData<typeof loader>();
  const { t, to } = useTranslation();
  return (
    <div className="mx-auto grid max-w-xl gap-5 px-4 py-8 sm:px-6 md:py-14">
      <title>{t('shell.titled', { title: t('own.off.title') })}</title>
      <h1 className="text-2xl font-semibold text-balance">{t('own.off.title')}</h1>
      {choice === null ? (
        <Notice tone="loss">{t('own.off.wrong')}</Notice>
      ) : (
        <>
          <p className="wrap-anywhere">
            {t('own.off.which', { email: choice.email_masked })} {t(`own.off.choice.${choice.choice}`)}.
          </p>
          <Notice role="status" title={t(choice.is_on ? 'own.off.is_on' : 'own.off.is_off')}>
            {t('own.off.others')}
          </Notice>
          {/* A plain form: mail programs post to the same URL (one-click unsubscribe) */}
          <CheckedForm method="post" action={`${to('/mail/off')}?t=${encodeURIComponent(token)}`}>
            <Button type="submit" tone="action" name="letters" value={choice.is_on ? 'off' : 'on'}>
              {t(choice.is_on ? 'own.off.switch_off' : 'own.off.switch_on')}
            </Button>
          </CheckedForm>
        </>
      )}
    </div>
  );
}
