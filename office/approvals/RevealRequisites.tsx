import { Button } from '@mantine/core';
import { officeRevealApproval } from '#contract/office/orders/approvals.ts';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { useCommand } from '#office/api/use-command.ts';
import { Copy } from '#office/components/Copy.tsx';
import { useDetailName } from '#office/components/Details.tsx';
import { FactList } from '#office/components/FactList.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** The whole requisites of a proposal, for operators who may approve it; each reveal is recorded in the order's history. */
export function RevealRequisites({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const nameOf = useDetailName();
  const reveal = useCommand(officeRevealApproval, { isKeyed: false });
  const requisites = reveal.result?.data.attributes.requisites;
  if (requisites !== undefined)
    return <FactList facts={Object.entries(requisites).map(([key, value]) => ({ name: nameOf(key), value: <Copy value={value} /> }))} />;
  return (
    <>
      <CommandProblem error={reveal.error} />
      <Button size="compact-sm" variant="default" loading={reveal.isPending} onClick={() => reveal.run({ params: { id } })}>
        {t('office.payout.reveal')}
      </Button>
    </>
  );
}
