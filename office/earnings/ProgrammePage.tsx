import { Button, Checkbox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { type ChangeItemDocument, officeListChanges } from '#contract/office/catalogue/changes.ts';
import { officeGetProgramme, type ProgrammeAttributes, type ProgrammeDocument } from '#contract/office/shop/referral-programme.ts';
import { formatDecimal } from '#core/format/amount.ts';
import type { Locale } from '#core/locale.ts';
import { formatAmount } from '#core/money/amount.ts';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { useApi } from '#office/api/use-api.ts';
import { ChangeState, ItemList } from '#office/changes/ChangeDetails.tsx';
import { ChangeDialog } from '#office/changes/ChangeDialog.tsx';
import { FactList } from '#office/components/FactList.tsx';
import { Loaded, Screen } from '#office/components/Screen.tsx';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { TextInput } from '#office/form/fields.tsx';
import { clockTime } from '#office/format/moment.ts';
import { type Translation, useTranslation } from '#office/i18n/Translation.tsx';
import { paths } from '#office/paths.ts';
import { EarningsTabs } from './EarningsTabs.tsx';
import { draftOf, itemOf, type LineDraft, newLine, type ProgrammeDraft, programmeOf } from './programme-draft.ts';

interface LinesProps {
  readonly name: 'tiers' | 'steps';
  readonly lines: readonly LineDraft[];
  readonly onChange: (lines: readonly LineDraft[]) => void;
}

/** Steps of a scale: lower bound and per cent. The first step cannot be removed. */
function Lines({ name, lines, onChange }: LinesProps) {
  const { t } = useTranslation();
  const set = (id: string, part: Partial<LineDraft>) => onChange(lines.map((line) => (line.id === id ? { ...line, ...part } : line)));
  return (
    <fieldset className="step-lines">
      <legend>{t(`office_earnings.programme.${name}`)}</legend>
      {lines.map((line, index) => (
        <div key={line.id} className="step-line">
          <TextInput
            size="xs"
            label={t(`office_earnings.programme.${name}_from`)}
            inputMode="numeric"
            disabled={index === 0}
            value={line.from}
            onChange={({ currentTarget: { value } }) => set(line.id, { from: value })}
          />
          <TextInput
            size="xs"
            label={t('office_earnings.programme.percent')}
            inputMode="decimal"
            value={line.percent}
            onChange={({ currentTarget: { value } }) => set(line.id, { percent: value })}
          />
          {index === 0 ? null : (
            <Button type="button" size="xs" variant="subtle" onClick={() => onChange(lines.filter(({ id }) => id !== line.id))}>
              {t('office_earnings.programme.remove')}
            </Button>
          )}
        </div>
      ))}
      <Button type="button" size="xs" variant="default" onClick={() => onChange([...lines, newLine()])}>
        {t('office_earnings.programme.add')}
      </Button>
    </fieldset>
  );
}

/** Proposes other terms; the effects are shown before they are applied, now or at a given time. */
function ProgrammeForm({ now }: { readonly now: ProgrammeDocument }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<ProgrammeDraft>(() => draftOf(now));
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [item, setItem] = useState<ChangeItemDocument | null>(null);
  const change = (part: Partial<ProgrammeDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setWrong([]);
  };
  const submit = () => {
    const read = programmeOf(draft);
    const next = 'programme' in read ? itemOf(now, read.programme) : undefined;
    setWrong('wrong' in read ? read.wrong : next === undefined ? ['same'] : []);
    if (next !== undefined) setItem(next);
  };
  const flag = (name: 'isReferralOn' | 'isCashbackOn' | 'keepsOld') => (
    <Checkbox
      label={t(`office_earnings.programme.field.${name}`)}
      checked={draft[name]}
      onChange={({ currentTarget: { checked } }) => change({ [name]: checked })}
    />
  );
  return (
    <CheckedForm className="sheet stack" onSubmit={submit} aria-labelledby="programme-form">
      <h2 id="programme-form">{t('office_earnings.programme.change')}</h2>
      <Lines name="tiers" lines={draft.tiers} onChange={(tiers) => change({ tiers })} />
      <Lines name="steps" lines={draft.steps} onChange={(steps) => change({ steps })} />
      <TextInput
        label={t('office_earnings.programme.hold_hours')}
        inputMode="numeric"
        value={draft.holdHours}
        onChange={({ currentTarget: { value } }) => change({ holdHours: value })}
      />
      {flag('isReferralOn')}
      {flag('isCashbackOn')}
      {flag('keepsOld')}
      {wrong.map((name) => (
        <p key={name} className="problem" role="alert">
          {t(`office_earnings.programme.wrong.${name}`)}
        </p>
      ))}
      <div className="row">
        <Button type="submit">{t('office_earnings.programme.check')}</Button>
      </div>
      {item === null ? null : (
        <ChangeDialog
          planned={{ items: [item] }}
          title={t('office_earnings.programme.change')}
          onDone={() => {
            setItem(null);
            void queries.invalidateQueries({ queryKey: keys.earnings() });
          }}
          onClose={() => setItem(null)}
        />
      )}
    </CheckedForm>
  );
}

/** A scale in one line; `name` is the message of every step but the first, which begins at 0. */
function scaleText(
  steps: readonly { readonly from: number; readonly ppm: number }[],
  name: 'tier' | 'step',
  t: Translation['t'],
  locale: Locale,
) {
  return steps
    .map(({ from, ppm }) =>
      t(`office_earnings.programme.${from === 0 ? 'first_step' : name}`, {
        from,
        rate: `${formatDecimal(formatAmount(BigInt(ppm), 4), { locale })} %`,
      }),
    )
    .join(' · ');
}

function Terms({ programme }: { readonly programme: ProgrammeDocument }) {
  const { t, locale } = useTranslation();
  const { tiers, cashbackSteps, holdHours, isReferralOn, isCashbackOn, keepsOld } = programme;
  const tierSteps = tiers.map(({ from, ratePpm }) => ({ from, ppm: ratePpm }));
  const cashback = cashbackSteps.map(({ aboveUsd, sharePpm }) => ({ from: aboveUsd, ppm: sharePpm }));
  const off = t('office_earnings.programme.off');
  return (
    <FactList
      facts={[
        { name: t('office_earnings.programme.tiers'), value: isReferralOn ? scaleText(tierSteps, 'tier', t, locale) : off },
        { name: t('office_earnings.programme.steps'), value: isCashbackOn ? scaleText(cashback, 'step', t, locale) : off },
        { name: t('office_earnings.programme.hold'), value: t('office_earnings.programme.hours', { count: holdHours }) },
        { name: t('office_earnings.programme.old'), value: t(`office_earnings.programme.${keepsOld ? 'old_keep' : 'old_follow'}`) },
      ]}
    />
  );
}

/** Changes of the terms that wait for a second person or for their time, with old and new values. */
function OpenChanges() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const openChanges = useQuery({
    queryKey: [...keys.changes(), 'programme'],
    queryFn: ({ signal }) => api(officeListChanges, { query: { state: 'open', entity: 'earning_programme' }, signal }),
    refetchInterval: 15_000,
  });
  const changes = openChanges.data?.data ?? [];
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby="programme-open">
      <h2 id="programme-open">{t('office_earnings.programme.open')}</h2>
      <ul className="cards">
        {changes.map(({ id, attributes }) => (
          <li key={id} className="sheet">
            <p className="line">
              <Link to={paths.change(id)}>{clockTime(attributes.created_at, locale)}</Link>
              <span translate="no">{attributes.author}</span>
              <ChangeState change={attributes} />
            </p>
            <ItemList items={attributes.items} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function FormerTerms({ former }: Pick<ProgrammeAttributes, 'former'>) {
  const { t, locale } = useTranslation();
  if (former.length === 0) return null;
  return (
    <section aria-labelledby="programme-former">
      <h2 id="programme-former">{t('office_earnings.programme.former')}</h2>
      <ul className="cards">
        {former.map(({ programme, since, until }) => (
          <li key={until} className="sheet">
            <p className="dim">
              {since === null ? '' : `${clockTime(since, locale)} – `}
              {t('office_earnings.programme.until', { at: clockTime(until, locale) })}
            </p>
            <Terms programme={programme} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Terms of referrals and cashback: current, proposed, former. */
export function ProgrammePage() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const { actions } = useOperator();
  const stored = useQuery({
    queryKey: [...keys.earnings(), 'programme'],
    queryFn: async ({ signal }) => (await api(officeGetProgramme, { signal })).data.attributes,
    refetchInterval: 30_000,
  });
  return (
    <Screen title={t('office_earnings.programme.title')}>
      <EarningsTabs />
      <Loaded query={stored}>
        {({ programme, since, former }) => (
          <>
            <section className="sheet" aria-labelledby="programme-now">
              <h2 id="programme-now">
                {since === null
                  ? t('office_earnings.programme.from_the_start')
                  : t('office_earnings.programme.since', { at: clockTime(since, locale) })}
              </h2>
              <Terms programme={programme} />
            </section>
            {actions.includes('read_prices') ? <OpenChanges /> : null}
            {actions.includes('change_prices') ? <ProgrammeForm key={since ?? ''} now={programme} /> : null}
            <FormerTerms former={former} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}
