import {
  officeListReservePostings,
  officeListReserves,
  officePostReserve,
  officePreviewReserve,
  RESERVE_POSTING_KINDS,
  type ReserveAttributes,
  type ReservePostingAttributes,
  type ReservePostingKind,
} from '#contract/office-ledger.ts';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import { isHoldable } from '#core/money/holdable.ts';
import type { Locale } from '#core/locale.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import { propose } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { pageMeta, pageOf } from '#server/platform/http/page-of.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { type BalanceRow, countTreasury, listBalances, listTreasury, type TreasuryRow } from './office-store.ts';
import { checkTreasury, postTreasury } from './post-treasury.ts';
import { lockPoster } from './posted-alone.ts';
import { describeChange, postingProposal, previewPosting } from './propose-reserve.ts';

function presentReserve(system: PaymentSystem, row: BalanceRow, locale: Locale): ReserveAttributes {
  const free = BigInt(row.posted) - BigInt(row.held) - system.reserveBuffer;
  const text = (minor: bigint) => formatAmount(minor, system.scale);
  return {
    name: system.name[locale],
    currency_iso_code: system.currency,
    kind: system.kind,
    rail: system.rail,
    network: system.network,
    treasury: text(BigInt(row.treasury)),
    in_transit: text(BigInt(row.in_transit)),
    // Whatever is in the till, not on its way out and yet not counted as ours
    unearned: text(BigInt(row.treasury) - BigInt(row.in_transit) - BigInt(row.posted)),
    held: text(BigInt(row.held)),
    buffer: text(system.reserveBuffer),
    available: text(free > 0n ? free : 0n),
    income_enabled: system.incomeEnabled,
    outcome_enabled: system.outcomeEnabled,
  };
}

const listReservesRoute = (deps: Deps): Route =>
  route(officeListReserves, async ({ locale }) => {
    const rows = await listBalances(deps.db);
    return accept({
      data: rows.flatMap((row) => {
        const system = deps.catalogue.paymentSystem(row.code);
        return system ? [{ type: 'reserves', id: row.code, attributes: presentReserve(system, row, locale) }] : [];
      }),
    });
  });

/** Text of a treasurer -> minor units. A leading minus (or true minus) is a correction's alone; everything else is the one door of domain 2. */
function readAmount(text: string, kind: ReservePostingKind, system: PaymentSystem): bigint | undefined {
  const trimmed = text.trim();
  const isNegative = kind === 'correction' && /^[-\u2212]/.test(trimmed);
  // The treasury counts in ledger units: all decimals of the currency, not only the promised ones
  const parsed = parseAmount(isNegative ? trimmed.slice(1) : trimmed, { scale: system.scale, precision: system.scale });
  if (!parsed.ok || parsed.minor === 0n || !isHoldable(parsed.minor, system.scale)) return undefined;
  return isNegative ? -parsed.minor : parsed.minor;
}

interface ReadPosting {
  readonly system: PaymentSystem;
  readonly kind: ReservePostingKind;
  /** Minor units. */
  readonly amount: bigint;
}

function readPosting(
  deps: Pick<Deps, 'catalogue'>,
  body: { readonly payment_system_id: string; readonly kind: ReservePostingKind; readonly amount: string },
): Result<ReadPosting, 'not_found' | 'not_allowed_amount'> {
  const system = deps.catalogue.paymentSystem(body.payment_system_id);
  if (!system) return refuse({ code: 'not_found', field: 'payment_system_id' });
  const amount = readAmount(body.amount, body.kind, system);
  return amount === undefined ? refuse({ code: 'not_allowed_amount', field: 'amount' }) : accept({ system, kind: body.kind, amount });
}

const previewRoute = (deps: Deps): Route =>
  route(officePreviewReserve, async ({ body, visitor: operator }) => {
    const read = readPosting(deps, body);
    if (!read.ok) return read;
    const { system } = read.value;
    const change = await previewPosting(deps, deps.db, { ...read.value, operatorId: operator.userId });
    const attributes = { ...describeChange(system, read.value, change), needs_second_person: change.needsSecondPerson };
    return accept({ data: { type: 'reserve_previews', id: system.code, attributes } });
  });

const postReserveRoute = (deps: Deps): Route =>
  route(officePostReserve, async ({ body, visitor: operator, tx }) => {
    const read = readPosting(deps, body);
    if (!read.ok) return read;
    const { system, kind, amount } = read.value;
    const { code } = system;
    const reason = body.reason.trim();
    if (reason === '') return refuse({ code: 'required', field: 'reason' });
    const operatorId = operator.userId;
    const text = formatAmount(amount, system.scale);
    const attributes = {
      payment_system_id: code,
      kind,
      amount: text,
      currency_iso_code: system.currency,
      reason,
      actor: operator.email,
      at: toRfc3339(deps.clock.now()),
    };
    const possible = await checkTreasury(deps, tx, { code, kind, amount });
    if (!possible.ok) return possible;
    await lockPoster(tx, operatorId);
    const change = await previewPosting(deps, tx, { ...read.value, operatorId });
    if (change.needsSecondPerson) {
      const proposed = await propose(deps, tx, postingProposal({ code, kind, amount, reason, operatorId, system, change }));
      if (!proposed.ok) return proposed;
      const { approvalId } = proposed.value;
      return accept({
        data: { type: 'reserve_postings', id: approvalId, attributes: { ...attributes, state: 'proposed', approval_id: approvalId } },
      });
    }
    const posted = await postTreasury(deps, tx, { code, kind, amount, reason, operatorId });
    if (!posted.ok) return posted;
    const { transferId } = posted.value;
    await recordAudit(deps, tx, {
      actorId: operatorId,
      action: `reserve_${kind}`,
      subjectType: 'reserve',
      subjectId: code,
      detail: { amount: text, currency: system.currency, reason, transfer_id: transferId },
    });
    await deps.live.notify(tx, 'reserves_changed', code);
    return accept({
      data: { type: 'reserve_postings', id: transferId, attributes: { ...attributes, state: 'posted', approval_id: null } },
    });
  });

const isKind = (text: string): text is ReservePostingKind => (RESERVE_POSTING_KINDS as readonly string[]).includes(text);

function presentPosting(system: PaymentSystem, row: TreasuryRow): ReservePostingAttributes {
  const [, word = '', words = ''] = /^(\w+): ([\s\S]*)$/.exec(row.reason ?? '') ?? [];
  const amount = BigInt(row.amount);
  const kind = isKind(word) ? word : 'correction';
  return {
    payment_system_id: row.code,
    kind,
    amount: formatAmount(kind === 'withdrawal' ? -amount : amount, system.scale),
    currency_iso_code: system.currency,
    reason: isKind(word) ? words : (row.reason ?? ''),
    actor: row.actor_name ?? '',
    at: toRfc3339(row.created_at.getTime()),
    state: 'posted',
    approval_id: null,
  };
}

const listPostingsRoute = (deps: Deps): Route =>
  route(officeListReservePostings, async (call) => {
    const page = pageOf(call);
    const [{ rows, ends }, total] = await Promise.all([listTreasury(deps.db, page), countTreasury(deps.db, page.most)]);
    return accept({
      data: rows.flatMap((row) => {
        const system = deps.catalogue.paymentSystem(row.code);
        return system ? [{ type: 'reserve_postings', id: row.id, attributes: presentPosting(system, row) }] : [];
      }),
      page: pageMeta(page, total, ends),
    });
  });

/** The operators' calls about reserves: balances by payment system and the treasurer's postings. */
export const officeLedgerRoutes = (deps: Deps): Route[] => [
  listReservesRoute(deps),
  previewRoute(deps),
  postReserveRoute(deps),
  listPostingsRoute(deps),
];
