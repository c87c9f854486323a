import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type * as z from 'zod/mini';
import { type LimitsAttributes, officeChangeLimits, officeGetLimits } from '#contract/office/money/limits.ts';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { useApi } from '#office/api/use-api.ts';
import { useCommand } from '#office/api/use-command.ts';
import { Figures } from '#office/components/Figures.tsx';
import { Loaded, Screen } from '#office/components/Screen.tsx';
import { FrozenWhileEditing, OutdatedNotice } from '#office/editing/Editing.tsx';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { FormProblem } from '#office/form/FormProblem.tsx';
import { Textarea } from '#office/form/fields.tsx';
import { type Fields, useFields } from '#office/form/use-fields.ts';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { CapGroup, LimitField, LimitFieldsContext, LimitGroup, Overrides } from './LimitFields.tsx';
import { type CapsDraft, type Draft, draftOf, type LimitsDraft, parseDraft } from './draft.ts';
import './LimitsForm.css';

interface LimitsFormProps {
  readonly stored: LimitsAttributes;
  readonly systems: readonly { readonly code: string; readonly name: string }[];
  readonly wallets: readonly string[];
  readonly isLocked: boolean;
}

interface SaveLimitsProps {
  readonly form: Fields<Draft & { readonly note: string }>;
  readonly isPending: boolean;
  readonly hasWrong: boolean;
}

/** The note, refusals and the submit button. */
function SaveLimits({ form, isPending, hasWrong }: SaveLimitsProps) {
  const { t } = useTranslation();
  return (
    <section className="sheet">
      <Textarea label={t('limits.note')} required autosize minRows={2} maxLength={2000} {...form.text('note')} />
      <p className="dim">{t('limits.effect')}</p>
      <OutdatedNotice when={form.isOutdated && !isPending} onRenew={form.renew} />
      <FormProblem />
      {hasWrong ? (
        <p className="problem" role="alert">
          {t('limits.not_a_number')}
        </p>
      ) : null}
      <Button type="submit" loading={isPending}>
        {t('limits.save')}
      </Button>
    </section>
  );
}

const without = <Value,>(record: Readonly<Record<string, Value>>, name: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));

/** Limits of automatic payouts: lowered at once, raised by another owner or after a day. */
function LimitsForm({ stored, systems, wallets, isLocked }: LimitsFormProps) {
  const { t } = useTranslation();
  const form = useFields<Draft & { readonly note: string }>({ ...draftOf(stored.limits), note: '' });
  const { note, ...draft } = form.values;
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const save = useCommand(officeChangeLimits, {
    after: 'all',
    success: ({ data }) => t(data.attributes.approval_id === null ? 'limits.done' : 'limits.proposed'),
    onDone: form.markSaved,
  });
  const change = form.set;
  const fieldState = useMemo(() => ({ isLocked, wrong }), [isLocked, wrong]);
  const setSystem = (code: string) => (limits: LimitsDraft) => change({ systems: { ...draft.systems, [code]: limits } });
  const setWallet = (wallet: string) => (caps: CapsDraft) => change({ wallets: { ...draft.wallets, [wallet]: caps } });
  const submit = () => {
    const parsed = parseDraft(draft);
    if (parsed.ok) save.run({ body: { limits: parsed.limits, version: stored.version, note: note.trim() } });
  };
  const isRight = () => {
    const parsed = parseDraft(draft);
    setWrong(parsed.ok ? [] : parsed.wrong);
    return parsed.ok;
  };
  return (
    <LimitFieldsContext value={fieldState}>
      <CheckedForm command={save} onSubmit={submit} isRight={isRight} className="limits" waits={{ kind: 'change_caps' }}>
        <section className="sheet">
          <h2>{t('limits.people')}</h2>
          <p className="dim">{t('limits.people_hint')}</p>
          <div className="limit-figures">
            <LimitGroup draft={draft} path="" onChange={change} />
            <LimitField
              path="treasuryUsd"
              label={t('limits.treasury')}
              value={draft.treasuryUsd}
              onChange={(treasuryUsd) => change({ treasuryUsd })}
            />
          </div>
        </section>
        <Overrides
          title={t('limits.systems')}
          hint={t('limits.systems_hint')}
          names={Object.keys(draft.systems)}
          choices={systems.map(({ code, name }) => ({ value: code, label: `${name} · ${code}` }))}
          isLocked={isLocked}
          onAdd={(code) => setSystem(code)({ firstUsd: draft.firstUsd, secondUsd: draft.secondUsd })}
          onRemove={(code) => change({ systems: without(draft.systems, code) })}
        >
          {(code) => <LimitGroup draft={draft.systems[code] ?? draft} path={`systems/${code}/`} onChange={setSystem(code)} />}
        </Overrides>
        <section className="sheet">
          <h2>{t('limits.caps')}</h2>
          <p className="dim">{t('limits.caps_hint')}</p>
          <div className="limit-figures">
            <CapGroup draft={draft.caps} path="caps/" onChange={(caps) => change({ caps })} />
          </div>
        </section>
        <Overrides
          title={t('limits.wallets')}
          hint={t('limits.wallets_hint')}
          names={Object.keys(draft.wallets)}
          choices={wallets.map((wallet) => ({ value: wallet, label: wallet }))}
          isLocked={isLocked}
          onAdd={(wallet) => setWallet(wallet)(draft.caps)}
          onRemove={(wallet) => change({ wallets: without(draft.wallets, wallet) })}
        >
          {(wallet) => <CapGroup draft={draft.wallets[wallet] ?? draft.caps} path={`wallets/${wallet}/`} onChange={setWallet(wallet)} />}
        </Overrides>
        {isLocked ? null : <SaveLimits form={form} isPending={save.isPending} hasWrong={wrong.length > 0} />}
      </CheckedForm>
    </LimitFieldsContext>
  );
}

type Meta = z.output<typeof officeGetLimits.reply.meta>;

/** Amounts paid out per wallet, as counted against its caps. */
function Uses({ wallets }: { readonly wallets: Meta['wallets'] }) {
  const { t } = useTranslation();
  const busy = wallets.filter(({ day_count: count }) => count > 0);
  return (
    <section className="sheet">
      <h2>{t('limits.left')}</h2>
      {busy.length === 0 ? <p className="dim">{t('limits.nothing_left')}</p> : null}
      <ul className={busy.length === 0 ? 'unseen' : 'list'}>
        {busy.map(({ wallet, currency_iso_code: currency, ...usage }) => (
          <li key={wallet}>
            <p className="line">
              <span className="code">{wallet}</span>
              <span>
                {t('limits.hour')} <Figures amount={usage.hour_amount} currency={currency} />,{' '}
                {t('limits.payouts', { count: usage.hour_count })}
              </span>
              <span>
                {t('limits.day')} <Figures amount={usage.day_amount} currency={currency} />,{' '}
                {t('limits.payouts', { count: usage.day_count })}
              </span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Limits of automatic payouts (domain 5), who set them, and how much was paid out. */
export function LimitsPage() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const isLocked = !useOperator().actions.includes('change_caps');
  const limits = useQuery({
    queryKey: keys.limits(),
    queryFn: async ({ signal }) => {
      const { data, meta } = await api(officeGetLimits, { signal });
      return { known: data.attributes, meta: officeGetLimits.reply.meta.parse(meta) };
    },
    refetchInterval: 15_000,
  });
  return (
    <Screen title={t('limits.title')}>
      <Loaded query={limits}>
        {({ known, meta }) => (
          <>
            <p className="dim">
              {known.set_by === null || known.set_at === null
                ? t('limits.first_ones')
                : t('limits.set_by', { who: known.set_by, at: clockTime(known.set_at, locale) })}
              {isLocked ? ` ${t('limits.not_yours')}` : ''}
            </p>
            <Uses wallets={meta.wallets} />
            <FrozenWhileEditing stored={known}>
              {(read) => (
                <LimitsForm
                  stored={read}
                  systems={meta.payment_systems}
                  wallets={meta.wallets.map(({ wallet }) => wallet)}
                  isLocked={isLocked}
                />
              )}
            </FrozenWhileEditing>
          </>
        )}
      </Loaded>
    </Screen>
  );
}
