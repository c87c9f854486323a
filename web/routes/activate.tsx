import { useLoaderData, type MetaFunction } from 'react-router';
import { buttonLook } from '#ui/Button.tsx';
import { loadActivation } from '#web/account/activate.ts';
import { Door } from '#web/account/Door.tsx';
import { FormNotice } from '#web/account/FormNotice.tsx';
import { doorMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { useWords } from '#web/i18n/use-words.ts';

await loadMessages('account');

export const loader = loadActivation;
export const meta: MetaFunction = ({ location }) => doorMeta(location.pathname, 'account.activate.page_title');

/** Seen only by whoever could not be let through. */
export default function Activate() {
  const { errors, isUnanswered } = useLoaderData<typeof loader>();
  const { t, to } = useWords();
  return (
    <Door title={t('account.activate.title')}>
      <FormNotice others={errors} isUnanswered={isUnanswered} />
      <a className={buttonLook('action')} href={to('/account')}>
        {t('account.activate.to_account')}
      </a>
    </Door>
  );
}
