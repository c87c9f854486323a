import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getSecondFactors } from '#contract/account/second-factors.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Problem } from '#office/components/Screen.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { GiveFactor, type GiveFactorProps } from './GiveFactor.tsx';

/** Asks for a second factor again. */
export function GiveFactorAgain({ onDone, onSessionEnded: onOver }: Pick<GiveFactorProps, 'onDone' | 'onSessionEnded'>) {
  const api = useApi();
  const { t } = useTranslation();
  const factors = useQuery({ queryKey: keys.factors(), queryFn: ({ signal }) => api(getSecondFactors, { signal }) });
  if (factors.isError) return <Problem error={factors.error} retry={() => void factors.refetch()} />;
  if (factors.data === undefined) return <Loader aria-label={t('office.loading')} />;
  return <GiveFactor methods={factors.data.data.attributes.methods} onDone={onDone} onSessionEnded={onOver} />;
}
