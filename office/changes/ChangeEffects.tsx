import type { ChangePreviewAttributes } from '#contract/office/catalogue/rate-desk.ts';
import { formatDecimal } from '#core/format/amount.ts';
import { formatRate } from '#core/format/rate.ts';
import { nearestPercent } from '#office/format/figure.ts';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';
import { Figures } from '#office/components/Figures.tsx';
import { type Translation, useTranslation } from '#office/i18n/Translation.tsx';
import { keyText } from './item-text.ts';
import './ChangeDialog.css';

type Preview = ChangePreviewAttributes;
type Side = Preview['directions'][number]['before'];

/** Guards that require a second person, shown before the change is submitted. */
function Guards({ preview }: { readonly preview: Preview }) {
  const { t, locale } = useTranslation();
  if (!preview.needs_second_person) return <p className="dim">{t('rates.alone')}</p>;
  const shown = preview.guards.slice(0, 8);
  return (
    <div className="change-guards">
      <p>
        <strong>{t('rates.needs_second')}</strong>
      </p>
      <ul>
        {shown.map(({ position, key, guard, value }) => (
          <li key={`${position}-${guard}`}>
            <span className="code">{keyText(key)}</span> {t(`rates.guard.${guard}`, { value: formatDecimal(value, { locale }) })}
          </li>
        ))}
      </ul>
      {preview.guards.length > shown.length ? <p>{t('rates.more', { count: preview.guards.length - shown.length })}</p> : null}
    </div>
  );
}

function Earnings({ earnings }: { readonly earnings: Preview['earnings'] }) {
  const { t } = useTranslation();
  if (earnings === null) return <p className="dim">{t('rates.no_earnings')}</p>;
  return (
    <p className="change-earnings">
      {t('rates.earnings', { count: earnings.orders })} <Figures amount={earnings.before} currency="USD" /> ›{' '}
      <strong>
        <Figures amount={earnings.after} currency="USD" />
      </strong>
    </p>
  );
}

type ChangedDirection = Preview['directions'][number];

/** The rate as customers see it; before and after in the same direction. */
function Rate({ of, side }: { readonly of: ChangedDirection; readonly side: Side }) {
  const { t, locale } = useTranslation();
  if (side === null) return <>—</>;
  if (side.rate === null) return <>{t('rates.unpublished')}</>;
  const pair = { income: of.income_currency_iso_code, outcome: of.outcome_currency_iso_code };
  return (
    <>
      <span className="figures">{formatRate(side.rate, pair, locale, of.before?.rate ?? side.rate)}</span>{' '}
      <span className="dim">({nearestPercent(side.deviation_percent ?? '0', locale)}&nbsp;%)</span>
    </>
  );
}

/** Lines of the rate file, before and after, as monitoring sites read them. */
function FileLines({ before, after }: { readonly before: Side; readonly after: Side }) {
  const { t } = useTranslation();
  const [was, will] = [before?.file ?? [], after?.file ?? []];
  if (was.join('\n') === will.join('\n')) return null;
  return (
    <details className="change-file">
      <summary>{t('rates.file')}</summary>
      {[
        { name: t('rates.before'), lines: was },
        { name: t('rates.after'), lines: will },
      ].map(({ name, lines }) => (
        <p key={name}>
          <span className="dim">{name}</span>
          <code>{lines.length === 0 ? '—' : lines.join('\n')}</code>
        </p>
      ))}
    </details>
  );
}

const columnsOf = (t: Translation['t']): readonly Column<ChangedDirection>[] => [
  {
    key: 'direction',
    label: t('rates.direction'),
    cell: (direction) => (
      <>
        {direction.income_payment_system_id} › {direction.outcome_payment_system_id}
        <FileLines before={direction.before} after={direction.after} />
      </>
    ),
  },
  { key: 'before', label: t('rates.before'), isNumber: true, cell: (direction) => <Rate of={direction} side={direction.before} /> },
  { key: 'after', label: t('rates.after'), isNumber: true, cell: (direction) => <Rate of={direction} side={direction.after} /> },
];

/** What a change would do: to rates, to the rate file, to earnings; and whose it is to make. */
export function ChangeEffects({ preview }: { readonly preview: Preview }) {
  const { t } = useTranslation();
  const { directions, direction_count: count } = preview;
  return (
    <>
      <Guards preview={preview} />
      <Earnings earnings={preview.earnings} />
      {count === 0 ? <p className="dim">{t('rates.no_rates_move')}</p> : null}
      {directions.length === 0 ? null : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long table is scrolled by keyboard too
        <div className="change-table" tabIndex={0} role="region" aria-label={t('rates.effects', { count })}>
          <ListTable
            caption={t('rates.effects', { count })}
            columns={columnsOf(t)}
            rows={directions}
            idOf={({ income_payment_system_id: income, outcome_payment_system_id: outcome }) => `${income}>${outcome}`}
          />
        </div>
      )}
      {count > directions.length ? <p className="dim">{t('rates.more_directions', { count: count - directions.length })}</p> : null}
    </>
  );
}
