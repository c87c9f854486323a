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
} from '#contract/office-card-verifications.ts';
import { verifyingFrom } from '#core/card-verification.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { pageMeta, pageOf } from '#server/platform/http/page-of.ts';
import { type Route, route, type SignedInOperator } from '#server/platform/http/route.ts';
import { decideCard, giveBackCard, noteCard, takeCard } from './decide-verification.ts';
import { presentCheck, presentCheckDetail, type Reader } from './office-present.ts';
import { countChecks, findCheck, findNext, findSealedCard, listChecks } from './office-store.ts';
import { readPicture } from './pictures.ts';
import { type Decided, findVerification } from './store.ts';

type Shown = Result<{ readonly data: Awaited<ReturnType<typeof presentCheckDetail>> }, 'not_found'>;

async function shown(deps: Deps, db: Queryable, id: string, reader: Reader): Promise<Shown> {
  const row = await findCheck(db, id);
  return row ? accept({ data: await presentCheckDetail(deps, db, row, reader) }) : refuse({ code: 'not_found' });
}

const reading = (deps: Deps): Route[] => [
  route(officeListCardChecks, async (call) => {
    const { query, locale } = call;
    const filter = { state: query.state ?? 'open', q: query.q?.trim() || undefined };
    const page = pageOf(call);
    const [{ rows, ends }, total, waiting] = await Promise.all([
      listChecks(deps.db, filter, page),
      countChecks(deps.db, filter, page.most),
      countChecks(deps.db, { state: 'open', q: undefined }),
    ]);
    const from = verifyingFrom(deps.clock.now());
    const reader = { operatorId: call.visitor.userId, locale };
    return accept({
      data: rows.map((row) => ({ type: 'card_verifications', id: row.id, attributes: presentCheck(row, reader) })),
      page: pageMeta(page, total, ends),
      meta: { waiting, opens_at: from === null ? null : toRfc3339(from) },
    });
  }),
  route(officeGetCardCheck, async ({ params, visitor, locale }) => {
    return await shown(deps, deps.db, params.id, { operatorId: visitor.userId, locale });
  }),
  route(officeGetCardPicture, async ({ params: { id }, visitor }) => {
    const row = await findVerification(deps.db, id);
    const bytes = row && (await readPicture(deps, id));
    if (!row || !bytes) return refuse({ code: 'not_found' });
    // Before a byte of it leaves: what is not written down is not shown
    await deps.db.tx(async (tx) => await noteCard(deps, tx, row, { action: 'card.view', operatorId: visitor.userId }));
    return accept({ bytes, fileName: `card-${id}.jpg`, disposition: 'inline' });
  }),
];

/** The next card that nobody else has taken meanwhile. */
async function takeNext(deps: Deps, tx: Tx, operatorId: string): Promise<string | null> {
  for (const id of await findNext(tx, operatorId, deps.clock.now())) {
    const taken = await takeCard(deps, tx, { id, operatorId });
    if (taken.ok) return id;
  }
  return null;
}

const deeds = (deps: Deps): Route[] => [
  route(officeTakeNextCard, async ({ visitor, locale, tx }) => {
    const { userId: operatorId } = visitor;
    const id = await takeNext(deps, tx, operatorId);
    const row = id === null ? undefined : await findCheck(tx, id);
    return accept({ data: row === undefined ? null : await presentCheckDetail(deps, tx, row, { operatorId, locale }) });
  }),
  route(officeTakeCard, async ({ params: { id }, visitor, locale, tx }) => {
    const { userId: operatorId } = visitor;
    const taken = await takeCard(deps, tx, { id, operatorId });
    return taken.ok ? await shown(deps, tx, id, { operatorId, locale }) : taken;
  }),
  route(officeGiveBackCard, async ({ params: { id }, visitor, locale, tx }) => {
    const { userId: operatorId } = visitor;
    const given = await giveBackCard(deps, tx, { id, operatorId });
    return given.ok ? await shown(deps, tx, id, { operatorId, locale }) : given;
  }),
  route(officeRevealCard, async ({ params: { id }, visitor, tx }) => {
    const { userId: operatorId } = visitor;
    const row = await findVerification(tx, id);
    const sealed = row && (await findSealedCard(tx, id));
    if (!row || !sealed) return refuse({ code: 'not_found' });
    if (row.held_by !== operatorId) return refuse({ code: 'order_state_conflict' });
    await noteCard(deps, tx, row, { action: 'card.reveal', operatorId });
    return accept({ data: { type: 'card_numbers', id, attributes: { card_number: deps.secrets.unseal(sealed) } } });
  }),
];

async function decide(
  deps: Deps,
  { params: { id }, visitor, locale, tx }: { params: { id: string }; visitor: SignedInOperator; locale: Reader['locale']; tx: Tx },
  decided: Decided,
) {
  const { userId: operatorId } = visitor;
  const made = await decideCard(deps, tx, { id, operatorId, decided });
  return made.ok ? await shown(deps, tx, id, { operatorId, locale }) : made;
}

/** The verifiers' calls: their queue, one card beside what tells of it, their word. */
export const officeCardVerificationRoutes = (deps: Deps): Route[] => [
  ...reading(deps),
  ...deeds(deps),
  route(officeAcceptCard, async (call) => await decide(deps, call, { state: 'verified' })),
  route(officeRejectCard, async (call) => {
    const words = call.body.words?.trim() || null;
    return await decide(deps, call, { state: 'rejected', reason: call.body.reason, words });
  }),
];
