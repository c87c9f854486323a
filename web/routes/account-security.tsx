import { useLoaderData, useSearchParams } from 'react-router';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { SecurityPage } from '#web/security/SecurityPage.tsx';
import { loadSecurity } from '#web/security/security-routes.ts';
import { providerProblem } from '#web/sign-in/provider-problem.ts';

export const loader = loadSecurity;

export default function AccountSecurity() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  return <SecurityPage {...useLoaderData<typeof loader>()} problem={providerProblem(t, query)} isConfirmed={query.has('confirmed')} />;
}
