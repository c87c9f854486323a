import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { officeRevealApproval } from '#contract/office-approvals.ts';
import { useApi } from '#office/api/use-api.ts';
import { Copy } from '#office/pieces/Copy.tsx';
import { useDetailName } from '#office/pieces/Details.tsx';
import { FactList } from '#office/pieces/FactList.tsx';
import { Problem } from '#office/pieces/Problem.tsx';
import { useWords } from '#office/words/Words.tsx';

/** The requisites of a proposal in full, to whoever may approve them; every look is a line of the order's history. */
export function RevealRequisites({ id }: { readonly id: string }) {
  const api = useApi();
  const { t } = useWords();
  const nameOf = useDetailName();
  const look = useMutation({
    mutationFn: async () => (await api(officeRevealApproval, { params: { id } })).data.attributes.requisites,
  });
  if (look.data !== undefined)
    return <FactList facts={Object.entries(look.data).map(([key, value]) => ({ name: nameOf(key), value: <Copy value={value} /> }))} />;
  return (
    <>
      {look.isError ? <Problem error={look.error} /> : null}
      <Button size="compact-sm" variant="default" loading={look.isPending} onClick={() => look.mutate()}>
        {t('office.payout.reveal')}
      </Button>
    </>
  );
}
