import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getSecondFactors } from '#contract/second-factors.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Problem } from '#office/pieces/Problem.tsx';
import { useWords } from '#office/words/Words.tsx';
import { GiveFactor, type GiveFactorProps } from './GiveFactor.tsx';

/** One of his factors once more. */
export function GiveAgain({ onDone, onOver }: Pick<GiveFactorProps, 'onDone' | 'onOver'>) {
  const api = useApi();
  const { t } = useWords();
  const factors = useQuery({ queryKey: keys.factors(), queryFn: ({ signal }) => api(getSecondFactors, { signal }) });
  if (factors.isError) return <Problem error={factors.error} retry={() => void factors.refetch()} />;
  if (factors.data === undefined) return <Loader aria-label={t('office.loading')} />;
  return <GiveFactor methods={factors.data.data.attributes.methods} onDone={onDone} onOver={onOver} />;
}
