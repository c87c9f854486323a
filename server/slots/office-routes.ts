import type { BodyOf } from '#contract/endpoint.ts';
import { officeListSlotRules, type OfficeSlotRuleAttributes } from '#contract/office/catalogue/slot-rules.ts';
import { officeListSlots, officePublishSlot, type OfficeSlotAttributes, officeWithdrawSlot } from '#contract/office/catalogue/slots.ts';
import type { Locale } from '#core/locale.ts';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import { closedSide } from '#core/order/admission.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { decimalText } from '#core/pricing/plain-decimal.ts';
import type { Refusal } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { type SlotRule, slotRuleKey } from '#core/slots/slot-rules.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { countSlotsOfRules, findSlotRules } from './rule-store.ts';
import {
  countOfficeSlots,
  insertSlot,
  listOfficeSlots,
  type NewSlot,
  type OfficeSlotRow,
  slotExists,
  SLOTS_CHANNEL,
  withdrawSlot,
} from './store.ts';

type SlotDeps = Pick<Deps, 'catalogue' | 'quotes'>;

function rateOf({ catalogue, quotes }: SlotDeps, { income_code, outcome_code, premium_ppm }: OfficeSlotRow): string | null {
  const direction = catalogue.direction(income_code, outcome_code);
  const [income, outcome] = [catalogue.paymentSystem(income_code), catalogue.paymentSystem(outcome_code)];
  const price = direction && income && outcome && quotes.previewPrice({ direction, income, outcome }, premium_ppm);
  return price ? decimalText(price.bands[0].rate) : null;
}

interface SlotSides {
  readonly income: PaymentSystem | undefined;
  readonly outcome: PaymentSystem;
  readonly locale: Locale;
}

function presentSlot(deps: SlotDeps, { income, outcome, locale }: SlotSides, row: OfficeSlotRow): OfficeSlotAttributes {
  const text = (minor: string | null) => (minor === null ? null : formatAmount(BigInt(minor), outcome.scale));
  return {
    income_payment_system_id: row.income_code,
    outcome_payment_system_id: row.outcome_code,
    income_name: income?.name[locale] ?? row.income_code,
    outcome_name: outcome.name[locale],
    income_currency_iso_code: income?.currency ?? '',
    outcome_currency_iso_code: outcome.currency,
    rate: rateOf(deps, row),
    kind: row.kind,
    outcome_amount: text(row.outcome_amount),
    min_outcome_amount: text(row.min_outcome_amount),
    max_outcome_amount: text(row.max_outcome_amount),
    premium_ppm: row.premium_ppm,
    eta_minutes: row.eta_minutes,
    state: row.state,
    order_id: row.order_id,
    by_rule: row.by_rule,
    created_at: toRfc3339(row.created_at.getTime()),
  };
}

const resourceOf = (deps: SlotDeps, outcome: PaymentSystem, row: OfficeSlotRow, locale: Locale) => ({
  type: 'slots',
  id: row.id,
  attributes: presentSlot(deps, { income: deps.catalogue.paymentSystem(row.income_code), outcome, locale }, row),
});

type PublishBody = BodyOf<typeof officePublishSlot>;
type AmountField = 'outcome_amount' | 'min_outcome_amount' | 'max_outcome_amount';
type Amounts = Pick<NewSlot, 'outcomeAmount' | 'minOutcomeAmount' | 'maxOutcomeAmount'>;

/** An express slot has one exact amount, other kinds a range (domain 4); all in the outcome's precision. */
function readAmounts(body: PublishBody, outcome: PaymentSystem): Result<Amounts, 'required' | 'not_allowed_amount'> {
  const refusals: Refusal<'required' | 'not_allowed_amount'>[] = [];
  const read = (field: AmountField, usage: 'needed' | 'unused'): bigint | null => {
    if (usage === 'unused') return null;
    const text = body[field] ?? '';
    if (text.trim() === '') {
      refusals.push({ code: 'required', field });
      return null;
    }
    const parsed = parseAmount(text, outcome);
    if (parsed.ok && parsed.minor > 0n) return parsed.minor;
    refusals.push({ code: 'not_allowed_amount', field });
    return null;
  };
  const isExact = body.kind === 'express';
  const amounts: Amounts = {
    outcomeAmount: read('outcome_amount', isExact ? 'needed' : 'unused'),
    minOutcomeAmount: read('min_outcome_amount', isExact ? 'unused' : 'needed'),
    maxOutcomeAmount: read('max_outcome_amount', isExact ? 'unused' : 'needed'),
  };
  const { minOutcomeAmount: min, maxOutcomeAmount: max } = amounts;
  if (min !== null && max !== null && min > max)
    refusals.push({ code: 'not_allowed_amount', field: 'max_outcome_amount', message: 'slot_amounts_order' });
  const [first, ...rest] = refusals;
  return first ? refuse(first, ...rest) : accept(amounts);
}

const publishRoute = (deps: Deps): Route =>
  route(officePublishSlot, async ({ body, visitor: operator, tx, locale }) => {
    const { income_payment_system_id: incomeCode, outcome_payment_system_id: outcomeCode, kind } = body;
    const outcome = deps.catalogue.paymentSystem(outcomeCode);
    if (!outcome || !deps.catalogue.direction(incomeCode, outcomeCode))
      return refuse({ code: 'direction_unavailable', field: 'outcome_payment_system_id' });
    const amounts = readAmounts(body, outcome);
    if (!amounts.ok) return amounts;
    const row = await insertSlot(tx, {
      id: deps.random.uuid(),
      incomeCode,
      outcomeCode,
      kind,
      ...amounts.value,
      premiumPpm: body.premium_ppm,
      etaMinutes: body.eta_minutes,
      createdAt: new Date(deps.clock.now()),
    });
    const resource = resourceOf(deps, outcome, row, locale);
    await recordAudit(deps, tx, {
      actorId: operator.userId,
      action: 'publish_slot',
      subjectType: 'slot',
      subjectId: row.id,
      detail: resource.attributes,
    });
    await deps.live.notify(tx, SLOTS_CHANNEL, row.id);
    return accept({ data: resource });
  });

const withdrawRoute = (deps: Deps): Route =>
  route(officeWithdrawSlot, async ({ params, visitor: operator, tx, locale }) => {
    const row = await withdrawSlot(tx, params.id);
    if (!row) return (await slotExists(tx, params.id)) ? refuse({ code: 'slot_unavailable' }) : refuse({ code: 'not_found' });
    const outcome = deps.catalogue.paymentSystem(row.outcome_code);
    if (!outcome) return refuse({ code: 'not_found' });
    await recordAudit(deps, tx, {
      actorId: operator.userId,
      action: 'withdraw_slot',
      subjectType: 'slot',
      subjectId: row.id,
      detail: {},
    });
    await deps.live.notify(tx, SLOTS_CHANNEL, row.id);
    return accept({ data: resourceOf(deps, outcome, row, locale) });
  });

const listRoute = (deps: Deps): Route =>
  route(officeListSlots, async (call) => {
    const { query } = call;
    const page = readPageRequest(call);
    const { q, kind, state, by_rule: maker } = query;
    const filter = { q: q?.trim() || undefined, kind, state, byRule: maker === undefined ? undefined : maker === 'yes' };
    const [{ rows, ends }, total] = await Promise.all([
      listOfficeSlots(deps.db, filter, page),
      countOfficeSlots(deps.db, filter, page.maxCounted),
    ]);
    return accept({
      data: rows.flatMap((row) => {
        const outcome = deps.catalogue.paymentSystem(row.outcome_code);
        return outcome ? [resourceOf(deps, outcome, row, call.locale)] : [];
      }),
      page: pageInfo(page, total, ends),
    });
  });

/** Office endpoints of exchange slots (domain 4: operators publish slots by hand). */
export const officeSlotRoutes = (deps: Deps): Route[] => [listRoute(deps), publishRoute(deps), withdrawRoute(deps)];

interface SlotCounts {
  readonly open: number;
  readonly held: number;
}

function stateOf({ catalogue }: Pick<Deps, 'catalogue'>, rule: SlotRule, { open }: SlotCounts): OfficeSlotRuleAttributes['state'] {
  const { incomeCode, outcomeCode } = rule;
  const sides = { income: catalogue.paymentSystem(incomeCode), outcome: catalogue.paymentSystem(outcomeCode) };
  if (!rule.enabled) return 'off';
  if (closedSide({ ...sides, direction: catalogue.direction(incomeCode, outcomeCode) }) !== null) return 'closed';
  return open < rule.count ? 'short' : 'full';
}

function presentRule(
  deps: Pick<Deps, 'catalogue'>,
  rule: SlotRule,
  context: { readonly outcome: PaymentSystem; readonly counts: SlotCounts },
): OfficeSlotRuleAttributes {
  const { outcome, counts } = context;
  return {
    income_payment_system_id: rule.incomeCode,
    outcome_payment_system_id: rule.outcomeCode,
    outcome_currency_iso_code: outcome.currency,
    outcome_amount: formatAmount(rule.outcomeAmount, outcome.scale),
    count: rule.count,
    premium_ppm: rule.premiumPpm,
    eta_minutes: rule.etaMinutes,
    enabled: rule.enabled,
    open_count: counts.open,
    held_count: counts.held,
    state: stateOf(deps, rule, counts),
  };
}

const systemOf = ({ code, name, currency, scale, precision }: PaymentSystem, locale: Locale) => ({
  code,
  name: name[locale],
  currency,
  scale,
  precision,
});

/** Lists the rules that keep slots open (domain 4); they are edited through `changes`. */
export const officeSlotRuleRoutes = (deps: Deps): Route[] => [
  route(officeListSlotRules, async ({ locale }) => {
    const [rules, countsByRule] = await Promise.all([findSlotRules(deps.db), countSlotsOfRules(deps.db)]);
    const data = rules.flatMap((rule) => {
      const [id, outcome] = [slotRuleKey(rule), deps.catalogue.paymentSystem(rule.outcomeCode)];
      if (!outcome) return [];
      const attributes = presentRule(deps, rule, { outcome, counts: countsByRule.get(id) ?? { open: 0, held: 0 } });
      return [{ type: 'slot_rules', id, attributes }];
    });
    return accept({ data, meta: { payment_systems: deps.catalogue.paymentSystems().map((system) => systemOf(system, locale)) } });
  }),
];
