import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Resource } from '#contract/document.ts';
import { type MarketPriceAttributes, officeConfirmPrice } from '#contract/office/catalogue/market.ts';
import { formatDecimal, trimRate } from '#core/format/amount.ts';
import { keys } from '#office/api/keys.ts';
import { useCommand } from '#office/api/use-command.ts';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { Figures } from '#office/components/Figures.tsx';
import { clockTime } from '#office/format/moment.ts';
import { ensureMessages } from '#office/i18n/load-messages.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useOperator } from '#office/api/operator.ts';
import { PriceEvidence } from './PriceEvidence.tsx';
import '#office/changes/ChangeDialog.css';
import './MarketPrices.css';

type Price = MarketPriceAttributes;

/** Loaded with its messages when it is first opened. */
const PriceHistory = lazy(async () => {
  const [{ PriceHistory: Component }] = await Promise.all([import('./PriceHistory.tsx'), ensureMessages('rate_history')]);
  return { default: Component };
});

/** Price history of a symbol, folded. */
function FoldedHistory({ symbol }: { readonly symbol: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="change-file" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('rates.market.history')}</summary>
      <div className="chart-place">
        {isOpen ? (
          <Suspense>
            <PriceHistory symbol={symbol} />
          </Suspense>
        ) : null}
      </div>
    </details>
  );
}

/** Confirms a price that has jumped: until then it is used only once enough sources agree. */
function ConfirmLevel({ symbol, level }: { readonly symbol: string; readonly level: string }) {
  const { t, locale } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const confirm = useCommand(officeConfirmPrice, { after: [keys.changes()], onDone: () => setOpen(false) });
  const price = `${formatDecimal(trimRate(level), { locale })} USD`;
  if (!isOpen)
    return (
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        {t('rates.market.confirm', { level: price })}
      </Button>
    );
  return (
    <ActionForm
      what={t('rates.market.confirm_what', { symbol, level: price })}
      submit={t('rates.market.confirm', { level: price })}
      note={{ label: t('rates.note'), isRequired: true }}
      command={confirm}
      onSubmit={(note) => confirm.run({ params: { symbol }, body: { level, note } })}
      onCancel={() => setOpen(false)}
    />
  );
}

function Verdict({ price }: { readonly price: Price }) {
  const { t, locale } = useTranslation();
  if (price.usd === null) return <span className="badge loss">{t(`rates.market.reason.${price.reason ?? 'too_few_sources'}`)}</span>;
  return (
    <>
      <Figures amount={trimRate(price.usd)} currency="USD" />
      {price.origin === null || price.origin === 'base' ? null : <span className="dim"> · {t(`rates.market.origin.${price.origin}`)}</span>}
      {price.fixed === null ? null : (
        <span className="dim"> · {t('rates.market.until', { at: clockTime(price.fixed.until, locale) })}</span>
      )}
    </>
  );
}

/** Market prices by symbol, with the quotes they were computed from. */
export function MarketPrices({ prices }: { readonly prices: readonly Resource<Price>[] }) {
  const { t } = useTranslation();
  const mayChange = useOperator().actions.includes('change_prices');
  return (
    <ul className="cards">
      {prices.map(({ id, attributes: price }) => (
        <li key={id} className="sheet">
          <p className="line">
            <strong className="code">{price.symbol}</strong>
            <span>
              <Verdict price={price} />
            </span>
            {price.origin === 'base' ? null : (
              <span className="dim">{t('rates.market.counted', { used: price.sources_used, dropped: price.sources_dropped })}</span>
            )}
          </p>
          {price.level !== null && mayChange ? <ConfirmLevel symbol={price.symbol} level={price.level} /> : null}
          <FoldedHistory symbol={price.symbol} />
          {price.said.length + price.refused.length === 0 ? null : (
            <details className="change-file">
              <summary>{t('rates.market.evidence')}</summary>
              <PriceEvidence price={price} />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
