import {
  officeAcceptCard,
  officeGetCardCheck,
  officeGetCardPicture,
  officeGiveBackCard,
  officeListCardChecks,
  officeRejectCard,
  officeRevealCard,
  officeTakeCard,
  officeTakeNextCard,
} from '#contract/office/orders/card-verifications.ts';
import { nextVerifyingStart } from '#core/customer/card-verification.ts';
import { accept, refuse } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route, type SignedInOperator } from '#server/platform/http/route.ts';
import { decideCard, releaseCard, auditCard, claimCard } from './decide-verification.ts';
import { presentCheck, presentCheckDetail, type Reader } from './present.ts';
import { countChecks, findCheck, findNext, findSealedCard, listChecks } from './office-store.ts';
import { readPicture } from './pictures.ts';
import { type CardDecision, findVerification } from './store.ts';

async function readCheck(deps: Deps, db: Queryable, id: string, reader: Reader) {
  const row = await findCheck(db, id);
  return row ? accept({ data: await presentCheckDetail(deps, db, row, reader) }) : refuse({ code: 'not_found' });
}

const readingRoutes = (deps: Deps): Route[] => [
  route(officeListCardChecks, async (call) => {
    const { query, locale } = call;
    const filter = { state: query.state ?? 'open', q: query.q?.trim() || undefined };
    const page = readPageRequest(call);
    const [{ rows, ends }, total, waiting] = await Promise.all([
      listChecks(deps.db, filter, page),
      countChecks(deps.db, filter, page.maxCounted),
      countChecks(deps.db, { state: 'open', q: undefined }),
    ]);
    const from = nextVerifyingStart(deps.clock.now());
    const reader = { operatorId: call.visitor.userId, locale };
    return accept({
      data: rows.map((row) => ({ type: 'card_verifications', id: row.id, attributes: presentCheck(row, reader) })),
      page: pageInfo(page, total, ends),
      meta: { waiting, opens_at: from === null ? null : toRfc3339(from) },
    });
  }),
  route(officeGetCardCheck, async ({ params, visitor, locale }) => {
    return await readCheck(deps, deps.db, params.id, { operatorId: visitor.userId, locale });
  }),
  route(officeGetCardPicture, async ({ params: { id }, visitor, isHead }) => {
    const row = await findVerification(deps.db, id);
    const bytes = row && (await readPicture(deps, id));
    if (!row || !bytes) return refuse({ code: 'not_found' });
    // Audited before any byte is sent
    if (!isHead) await deps.db.tx(async (tx) => await auditCard(deps, tx, row, { action: 'card.view', operatorId: visitor.userId }));
    return accept({ bytes, fileName: `card-${id}.jpg`, disposition: 'inline' });
  }),
];

/** Claims the first of the next cards that no other verifier has just claimed. */
async function claimNext(deps: Deps, tx: Tx, operatorId: string): Promise<string | null> {
  for (const id of await findNext(tx, operatorId, deps.clock.now())) {
    const claimed = await claimCard(deps, tx, { id, operatorId });
    if (claimed.ok) return id;
  }
  return null;
}

const actionRoutes = (deps: Deps): Route[] => [
  route(officeTakeNextCard, async ({ visitor, locale, tx }) => {
    const { userId: operatorId } = visitor;
    const id = await claimNext(deps, tx, operatorId);
    const row = id === null ? undefined : await findCheck(tx, id);
    return accept({ data: row === undefined ? null : await presentCheckDetail(deps, tx, row, { operatorId, locale }) });
  }),
  route(officeTakeCard, async ({ params: { id }, visitor, locale, tx }) => {
    const { userId: operatorId } = visitor;
    const claimed = await claimCard(deps, tx, { id, operatorId });
    return claimed.ok ? await readCheck(deps, tx, id, { operatorId, locale }) : claimed;
  }),
  route(officeGiveBackCard, async ({ params: { id }, visitor, locale, tx }) => {
    const { userId: operatorId } = visitor;
    const released = await releaseCard(deps, tx, { id, operatorId });
    return released.ok ? await readCheck(deps, tx, id, { operatorId, locale }) : released;
  }),
  route(officeRevealCard, async ({ params: { id }, visitor, tx }) => {
    const { userId: operatorId } = visitor;
    const row = await findVerification(tx, id);
    const sealed = row && (await findSealedCard(tx, id));
    if (!row || !sealed) return refuse({ code: 'not_found' });
    if (row.held_by !== operatorId) return refuse({ code: 'order_state_conflict' });
    await auditCard(deps, tx, row, { action: 'card.reveal', operatorId });
    return accept({ data: { type: 'card_numbers', id, attributes: { card_number: deps.secrets.unseal(sealed) } } });
  }),
];

async function decide(
  deps: Deps,
  { params: { id }, visitor, locale, tx }: { params: { id: string }; visitor: SignedInOperator; locale: Reader['locale']; tx: Tx },
  decision: CardDecision,
) {
  const { userId: operatorId } = visitor;
  const result = await decideCard(deps, tx, { id, operatorId, decision });
  return result.ok ? await readCheck(deps, tx, id, { operatorId, locale }) : result;
}

/** The verifiers' calls: queue, one card, decision. */
export const officeCardVerificationRoutes = (deps: Deps): Route[] => [
  ...readingRoutes(deps),
  ...actionRoutes(deps),
  route(officeAcceptCard, async (call) => await decide(deps, call, { state: 'verified' })),
  route(officeRejectCard, async (call) => {
    const text = call.body.words?.trim() || null;
    return await decide(deps, call, { state: 'rejected', reason: call.body.reason, text });
  }),
];
