import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { requireUser } from '#web/account/user.ts';
import { useWords } from '#web/i18n/use-words.ts';

export const loader = async (args: LoaderFunctionArgs) => ({ user: await requireUser(args) });

export default function AccountSettings() {
  const { user } = useLoaderData<typeof loader>();
  const { t } = useWords();
  return (
    <div className="grid max-w-xl gap-6">
      <h1 className="text-2xl font-semibold">{t('account.settings.title')}</h1>
      <p>
        {t('account.field.email')}: {user.email}
      </p>
    </div>
  );
}
