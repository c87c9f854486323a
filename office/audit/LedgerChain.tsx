import { useQuery } from '@tanstack/react-query';
import { type LedgerChainAttributes, officeGetLedgerChain } from '#contract/office/shop/audit.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Copy } from '#office/components/Copy.tsx';
import { FactList } from '#office/components/FactList.tsx';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

const HEAD_SHOWN = 24;

function ChainFacts({ chain }: { readonly chain: LedgerChainAttributes }) {
  const { t, locale } = useTranslation();
  const text = (key: string, params?: Record<string, string | number>) => t(`office_staff.audit.ledger.${key}`, params);
  const { head, waiting, waiting_since: since, sealed_at: sealedAt, checked_at: checkedAt, problem } = chain;
  const checked = checkedAt === null ? text('never') : text('fine', { at: clockTime(checkedAt, locale) });
  return (
    <FactList
      facts={[
        { name: text('head'), value: head === null ? text('none') : <Copy value={head} shown={`${head.slice(0, HEAD_SHOWN)}…`} /> },
        { name: text('waiting'), value: since === null ? waiting : text('since', { count: waiting, at: clockTime(since, locale) }) },
        { name: text('sealed'), value: sealedAt === null ? text('never') : clockTime(sealedAt, locale) },
        {
          name: text('checked'),
          value:
            problem === null || checkedAt === null ? (
              checked
            ) : (
              <>
                <span className="badge loss">{text('broken', { at: clockTime(checkedAt, locale) })}</span> <small>{problem}</small>
              </>
            ),
        },
      ]}
    />
  );
}

/** The end of the ledger's hash chain, to be stored elsewhere, and whether the last verification found it unchanged. */
export function LedgerChain() {
  const api = useApi();
  const { t } = useTranslation();
  const chain = useQuery({
    queryKey: keys.ledgerChain(),
    queryFn: async ({ signal }) => (await api(officeGetLedgerChain, { signal })).data.attributes,
    refetchInterval: 30_000,
  });
  return (
    <section className="sheet part">
      <h2>{t('office_staff.audit.ledger.title')}</h2>
      <p className="dim">{t('office_staff.audit.ledger.lead')}</p>
      {chain.data === undefined ? null : <ChainFacts chain={chain.data} />}
    </section>
  );
}
