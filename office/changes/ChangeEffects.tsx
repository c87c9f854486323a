import type { ChangePreviewAttributes } from '#contract/office-rate-desk.ts';
import { formatDecimal } from '#core/format/amount.ts';
import { formatRate } from '#core/format/rate.ts';
import { nearestPercent } from '#office/format/percent.ts';
import { Figures } from '#office/pieces/Figures.tsx';
import { useWords } from '#office/words/Words.tsx';
import { keyWords } from './item-words.ts';

type Preview = ChangePreviewAttributes;
type Side = Preview['directions'][number]['before'];

/** What needs a second person, said before anything is pressed. */
function Guards({ preview }: { readonly preview: Preview }) {
  const { t, locale } = useWords();
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
            <span className="code">{keyWords(key)}</span> {t(`rates.guard.${guard}`, { value: formatDecimal(value, { locale }) })}
          </li>
        ))}
      </ul>
      {preview.guards.length > shown.length ? <p>{t('rates.more', { count: preview.guards.length - shown.length })}</p> : null}
    </div>
  );
}

function Earnings({ earnings }: { readonly earnings: Preview['earnings'] }) {
  const { t } = useWords();
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

type Changed = Preview['directions'][number];

/** As its customers read it, before and after the same way round. */
function Rate({ of, side }: { readonly of: Changed; readonly side: Side }) {
  const { t, locale } = useWords();
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

/** Lines of the rate file as they are written there: what monitors will read. */
function FileLines({ before, after }: { readonly before: Side; readonly after: Side }) {
  const { t } = useWords();
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

/** What a change would do: to rates, to the rate file, to earnings; and whose it is to make. */
export function ChangeEffects({ preview }: { readonly preview: Preview }) {
  const { t } = useWords();
  const { directions, direction_count: count } = preview;
  return (
    <>
      <Guards preview={preview} />
      <Earnings earnings={preview.earnings} />
      {count === 0 ? <p className="dim">{t('rates.no_rates_move')}</p> : null}
      {directions.length === 0 ? null : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long table is scrolled by keyboard too
        <div className="change-table" tabIndex={0} role="region" aria-label={t('rates.effects', { count })}>
          <table className="list">
            <caption className="unseen">{t('rates.effects', { count })}</caption>
            <thead>
              <tr>
                <th scope="col">{t('rates.direction')}</th>
                <th scope="col" data-number>
                  {t('rates.before')}
                </th>
                <th scope="col" data-number>
                  {t('rates.after')}
                </th>
              </tr>
            </thead>
            <tbody>
              {directions.map((one) => (
                <tr key={`${one.income_payment_system_id}>${one.outcome_payment_system_id}`}>
                  <th scope="row">
                    {one.income_payment_system_id} › {one.outcome_payment_system_id}
                    <FileLines before={one.before} after={one.after} />
                  </th>
                  <td data-number data-label={t('rates.before')}>
                    <Rate of={one} side={one.before} />
                  </td>
                  <td data-number data-label={t('rates.after')}>
                    <Rate of={one} side={one.after} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {count > directions.length ? <p className="dim">{t('rates.more_directions', { count: count - directions.length })}</p> : null}
    </>
  );
}
