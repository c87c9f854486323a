import {
  officeListReservePostings,
  officeListReserves,
  officePostReserve,
  officePreviewReserve,
  officeReservePostingsCsv,
  RESERVE_POSTING_KINDS,
  type ReserveAttributes,
  type ReservePostingAttributes,
  type ReservePostingKind,
} from '#contract/office/money/ledger.ts';
import { formatAmount, parseAmount, isPlausibleAmount } from '#core/money/amount.ts';
import type { Locale } from '#core/locale.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import { propose } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { csvFile } from '#server/audit-log/csv-file.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { type BalanceRow, countTreasury, listBalances, listTreasury, type TreasuryRow } from './office-store.ts';
import { checkTreasury, describeChange, lockOperatorPostings, postingProposal, postTreasury, previewPosting } from './post-treasury.ts';

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
    // Held by us, not being paid out and not yet ours: customers' funds
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
    const systems = deps.catalogue.paymentSystems();
    const rows = await listBalances(
      deps.db,
      systems.map(({ outcomeWallet }) => outcomeWallet),
    );
    const rowByWallet = new Map(rows.map((row) => [row.wallet, row]));
    return accept({
      data: systems.flatMap((system) => {
        const row = rowByWallet.get(system.outcomeWallet);
        return row ? [{ type: 'reserves', id: system.code, attributes: presentReserve(system, row, locale) }] : [];
      }),
    });
  });

/** Amount as typed, in minor units; undefined: not valid. A leading minus (hyphen or U+2212) is allowed for corrections only. */
function parsePostingAmount(text: string, kind: ReservePostingKind, system: PaymentSystem): bigint | undefined {
  const trimmed = text.trim();
  const isNegative = kind === 'correction' && /^[-\u2212]/.test(trimmed);
  // All decimals of the currency are accepted, not only those shown to customers
  const parsed = parseAmount(isNegative ? trimmed.slice(1) : trimmed, { scale: system.scale, precision: system.scale });
  if (!parsed.ok || parsed.minor === 0n || !isPlausibleAmount(parsed.minor, system.scale)) return undefined;
  return isNegative ? -parsed.minor : parsed.minor;
}

interface PostingInput {
  readonly system: PaymentSystem;
  readonly kind: ReservePostingKind;
  /** Minor units. */
  readonly amount: bigint;
}

function parsePosting(
  deps: Pick<Deps, 'catalogue'>,
  body: { readonly payment_system_id: string; readonly kind: ReservePostingKind; readonly amount: string },
): Result<PostingInput, 'not_found' | 'not_allowed_amount'> {
  const system = deps.catalogue.paymentSystem(body.payment_system_id);
  if (!system) return refuse({ code: 'not_found', field: 'payment_system_id' });
  const amount = parsePostingAmount(body.amount, body.kind, system);
  return amount === undefined ? refuse({ code: 'not_allowed_amount', field: 'amount' }) : accept({ system, kind: body.kind, amount });
}

const previewRoute = (deps: Deps): Route =>
  route(officePreviewReserve, async ({ body, visitor: operator }) => {
    const parsed = parsePosting(deps, body);
    if (!parsed.ok) return parsed;
    const { system } = parsed.value;
    const change = await previewPosting(deps, deps.db, { ...parsed.value, operatorId: operator.userId });
    const attributes = { ...describeChange(system, parsed.value, change), needs_second_person: change.needsSecondPerson };
    return accept({ data: { type: 'reserve_previews', id: system.code, attributes } });
  });

const postReserveRoute = (deps: Deps): Route =>
  route(officePostReserve, async ({ body, visitor: operator, tx }) => {
    const parsed = parsePosting(deps, body);
    if (!parsed.ok) return parsed;
    const { system, kind, amount } = parsed.value;
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
    const checked = await checkTreasury(deps, tx, { code, kind, amount });
    if (!checked.ok) return checked;
    await lockOperatorPostings(tx, operatorId);
    const change = await previewPosting(deps, tx, { ...parsed.value, operatorId });
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
  const [, kindText = '', reasonText = ''] = /^(\w+): ([\s\S]*)$/.exec(row.reason ?? '') ?? [];
  const amount = BigInt(row.amount);
  const kind = isKind(kindText) ? kindText : 'correction';
  return {
    payment_system_id: row.code,
    kind,
    amount: formatAmount(kind === 'withdrawal' ? -amount : amount, system.scale),
    currency_iso_code: system.currency,
    reason: isKind(kindText) ? reasonText : (row.reason ?? ''),
    actor: row.actor_name ?? '',
    at: toRfc3339(row.created_at.getTime()),
    state: 'posted',
    approval_id: null,
  };
}

const listPostingsRoute = (deps: Deps): Route =>
  route(officeListReservePostings, async (call) => {
    const page = readPageRequest(call);
    const [{ rows, ends }, total] = await Promise.all([
      listTreasury(deps.db, call.query, page),
      countTreasury(deps.db, call.query, page.maxCounted),
    ]);
    return accept({
      data: rows.flatMap((row) => {
        const system = deps.catalogue.paymentSystem(row.code);
        return system ? [{ type: 'reserve_postings', id: row.id, attributes: presentPosting(system, row) }] : [];
      }),
      page: pageInfo(page, total, ends),
    });
  });

const CSV_COLUMNS = [
  'at',
  'payment_system_id',
  'kind',
  'amount',
  'currency_iso_code',
  'reason',
  'actor',
] as const satisfies readonly (keyof ReservePostingAttributes)[];

const csvRoute = (deps: Deps): Route =>
  route(
    officeReservePostingsCsv,
    async (call) =>
      await csvFile(deps, call, {
        name: 'reserve-postings',
        columns: CSV_COLUMNS,
        read: (part) => listTreasury(deps.db, call.query, part),
        cellsOf: (row) => {
          const system = deps.catalogue.paymentSystem(row.code);
          if (!system) throw new Error(`no payment system ${row.code}`);
          const posting = presentPosting(system, row);
          return CSV_COLUMNS.map((column) => posting[column]);
        },
      }),
  );

/** Operator routes for reserves: balances by payment system, and treasury postings. */
export const officeLedgerRoutes = (deps: Deps): Route[] => [
  listReservesRoute(deps),
  previewRoute(deps),
  postReserveRoute(deps),
  listPostingsRoute(deps),
  csvRoute(deps),
];
