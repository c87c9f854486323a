import type { PurseAttributes } from '#contract/account/payouts.ts';
import { formatMoney } from '#core/format/amount.ts';
import { formatRate } from '#core/format/rate.ts';
import { HOUR_MS } from '#core/time.ts';
import { NEW_WALLET_PROMISE_MS } from '#core/withdrawal/withdrawal.ts';
import { Button } from '#ui/Button.tsx';
import { CheckField } from '#ui/CheckField.tsx';
import { Notice } from '#ui/Notice.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { SlipRows } from '#ui/Slip.tsx';
import { TextField } from '#ui/TextField.tsx';
import { SystemPicker } from '#web/catalogue/SystemPicker.tsx';
import type { System } from '#web/catalogue/systems.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { RequisiteInputs } from '#web/requisites/RequisiteInputs.tsx';
import { ProofFields } from '#web/step-up/ProofFields.tsx';
import { usePayoutQuote, useWithdrawForm, type WithdrawForm as Form } from './use-withdraw-form.ts';
import { amountProblem, FIELD, type QuotedPayout } from './withdrawal-input.ts';
import type { ReturnedWithdrawal, WithdrawData } from './withdrawal-routes.ts';

const DOLLARS = { currency_iso_code: 'USD', precision: 2 } as const;

interface WithdrawFormProps {
  readonly withdraw: WithdrawData;
  readonly defaultSystem: System;
  readonly returned: ReturnedWithdrawal | undefined;
}

/** The withdrawal form: amount, destination, and what arrives. Without scripts it is submitted as a document. */
export function WithdrawForm({ withdraw, defaultSystem, returned }: WithdrawFormProps) {
  const { t } = useTranslation();
  const form = useWithdrawForm({ ...withdraw, defaultSystem, returned });
  const { input, system } = form;
  const canTypeProof = returned?.proof?.hasFactor === true || returned?.proof?.hasPassword === true;
  const quoted = usePayoutQuote({ balance: input.balance, amount: input.amount, payment_system_id: system.id }, returned?.quoted);
  return (
    <CheckedForm
      ref={form.ref}
      method="post"
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        form.send();
      }}
    >
      <input type="hidden" name={FIELD.idempotencyKey} value={returned?.idempotencyKey ?? withdraw.idempotencyKey} />
      <input type="hidden" name={FIELD.renderedSystem} value={system.id} />
      <Balances purses={withdraw.purses} form={form} />
      <Amount purses={withdraw.purses} form={form} quoted={quoted} />
      <div>
        <div className="noscript:hidden">
          <p className="mb-1 text-sm font-medium">{t('withdrawal.form.system')}</p>
          <SystemPicker side="outcome" system={system} choices={form.systems} onChoose={form.selectSystem} />
        </div>
        <div className="hidden noscript:block">
          <SelectField
            label={t('withdrawal.form.system')}
            name={FIELD.system}
            value={system.id}
            options={form.systems.map(({ id, name, network }) => ({ value: id, label: network === null ? name : `${name} · ${network}` }))}
            onChoose={(id) => form.selectSystem(form.systems.find((candidate) => candidate.id === id) ?? system)}
          />
        </div>
      </div>
      <Destination form={form} />
      <Outcome system={system} quoted={quoted} />
      {returned?.proof ? (
        <div className="hidden noscript:grid">
          <ProofFields {...returned.proof} at={(field) => form.fieldErrors[field]} />
        </div>
      ) : null}
      <Button type="submit" tone="action" aria-disabled={form.isSending}>
        {t(form.isSending ? 'withdrawal.form.sending' : 'withdrawal.form.send')}
      </Button>
      <div className="hidden justify-items-stretch noscript:grid">
        <Button type="submit" name={FIELD.preview} value="1">
          {t('withdrawal.form.look')}
        </Button>
      </div>
      <div role="alert">
        {form.generalErrors.length === 0 ? null : (
          <Notice tone="loss" title={t('withdrawal.form.not_created')}>
            {form.generalErrors.map((message) => (message === t('withdrawal.form.not_created') ? null : <p key={message}>{message}</p>))}
            {form.needsProof && !canTypeProof ? <p className="hidden noscript:block">{t('withdrawal.form.prove_again')}</p> : null}
          </Notice>
        )}
      </div>
    </CheckedForm>
  );
}

function Balances({ purses, form }: { readonly purses: readonly PurseAttributes[]; readonly form: Form }) {
  const { t, locale } = useTranslation();
  return (
    <fieldset className="grid gap-2 sm:grid-cols-2">
      <legend className="mb-1 text-sm font-medium">{t('withdrawal.form.purse')}</legend>
      {purses.map(({ purse: balance, available_amount: available, owed_amount: owed }) => (
        <label
          key={balance}
          className="flex cursor-pointer items-start gap-3 rounded-tray border border-edge bg-sheet p-3 has-checked:border-ink"
        >
          <input
            type="radio"
            name="purse"
            value={balance}
            checked={form.input.balance === balance}
            onChange={() => form.change({ balance })}
            className="mt-1 size-5 shrink-0"
          />
          <span className="min-w-0">
            <span className="block text-sm text-muted">{t(`withdrawal.purse.${balance}`)}</span>
            <span className="figures block text-lg font-semibold">{formatMoney(available, DOLLARS, locale)}</span>
            {owed === available ? null : (
              <span className="figures block text-sm text-muted">
                {t('withdrawal.form.owed', { amount: formatMoney(owed, DOLLARS, locale) })}
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface AmountProps {
  readonly purses: readonly PurseAttributes[];
  readonly form: Form;
  readonly quoted: QuotedPayout;
}

function Amount({ purses, form, quoted }: AmountProps) {
  const { t, locale } = useTranslation();
  const selected = purses.find(({ purse: balance }) => balance === form.input.balance);
  const minAmount = quoted.quote?.min_amount ?? selected?.min_amount ?? '3';
  const dollars = (amount: string) => formatMoney(amount, DOLLARS, locale);
  const problem = amountProblem(form.input.amount, {
    min_amount: minAmount,
    available_amount: selected?.available_amount ?? '0',
    max_amount: quoted.quote?.max_amount,
  });
  const amountError =
    problem === undefined
      ? undefined
      : problem.kind === 'unreadable'
        ? t('withdrawal.form.unreadable')
        : t(`withdrawal.form.${problem.kind}`, { amount: dollars(problem.limit) });
  return (
    <div className="flex items-start gap-3">
      <TextField
        className="min-w-0 flex-1"
        name="amount"
        label={t('withdrawal.form.amount')}
        hint={t('withdrawal.form.least', { amount: dollars(minAmount) })}
        error={amountError ?? form.fieldErrors['amount']}
        value={form.input.amount}
        inputMode="decimal"
        autoComplete="off"
        maxLength={80}
        onChange={(event) => form.change({ amount: event.target.value })}
      />
      <Button className="mt-6 min-h-12 noscript:hidden" onClick={() => form.change({ amount: selected?.available_amount ?? '' })}>
        {t('withdrawal.form.all')}
      </Button>
    </div>
  );
}

/** A saved wallet, or the requisite fields of the system. */
function Destination({ form }: { readonly form: Form }) {
  const { t } = useTranslation();
  const { input, system, savedWallets, change } = form;
  return (
    <div className="grid gap-4">
      {savedWallets.length === 0 ? null : (
        <SelectField
          label={t('withdrawal.form.wallet')}
          name="user_wallet_id"
          value={input.walletId}
          onChoose={(walletId) => change({ walletId })}
          options={savedWallets.map(({ id, label, masked }) => ({ value: id, label: label === null ? masked : `${label} · ${masked}` }))}
          all={t('withdrawal.form.type_new')}
        />
      )}
      {input.walletId === '' ? (
        <>
          <RequisiteInputs
            fields={system.outcome_fields}
            values={input.values}
            onChange={(values) => change({ values })}
            noMemo={input.noMemo}
            onNoMemo={(noMemo) => change({ noMemo })}
            errors={form.fieldErrors}
          />
          <p className="text-sm text-muted">{t('withdrawal.form.new_wallet')}</p>
        </>
      ) : null}
      {form.needsLookalikeConfirmation ? (
        <CheckField
          name="confirm_lookalike"
          label={t('withdrawal.form.confirm_lookalike')}
          checked={input.confirmsLookalike}
          onChange={(event) => change({ confirmsLookalike: event.target.checked })}
        />
      ) : null}
    </div>
  );
}

function Outcome({ system, quoted: { quote, problem } }: { readonly system: System; readonly quoted: QuotedPayout }) {
  const { t, locale } = useTranslation();
  const minutes = quote?.median_minutes ?? null;
  const hours = NEW_WALLET_PROMISE_MS / HOUR_MS;
  const within =
    minutes === null ? t('withdrawal.form.within_value', { hours }) : t('withdrawal.form.within_usually', { count: minutes, hours });
  const money = (amount: string) => formatMoney(amount, system, locale);
  const isEmpty = quote === undefined || !/[1-9]/.test(quote.outcome_amount);
  const pair = { income: 'USD', outcome: system.currency_iso_code };
  const hasFee = quote !== undefined && /[1-9]/.test(quote.network_fee);
  return (
    <section aria-labelledby="withdraw-outcome" className="rounded-tray border border-line bg-well p-4">
      <h2 id="withdraw-outcome" className="mb-2 text-sm font-semibold">
        {t('withdrawal.form.outcome')}
      </h2>
      <div aria-live="polite">
        {problem === undefined ? (
          <SlipRows
            rows={[
              {
                name: t('withdrawal.get', { name: system.name }),
                value: isEmpty ? '—' : t('withdrawal.about', { amount: money(quote.outcome_amount) }),
              },
              ...(quote === undefined ? [] : [{ name: t('withdrawal.rate'), value: formatRate(quote.rate, pair, locale) }]),
              ...(hasFee ? [{ name: t('withdrawal.fee'), value: money(quote.network_fee) }] : []),
              { name: t('withdrawal.form.within'), value: within },
            ]}
          />
        ) : (
          <p className="text-sm text-loss">{problem}</p>
        )}
      </div>
      <p className="mt-2 text-sm text-muted">{t('withdrawal.form.floating')}</p>
    </section>
  );
}
