import { canonicalJson } from '#core/canonical-json.ts';
import { approvalsNeeded, type AskedWhy, capOf, capsOf, type CapName, whyByWorth, worthOf } from '#core/limits.ts';
import { formatAmount } from '#core/money/amount.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time.ts';
import { areAgreed, findWords, type SaidWord } from '#server/approvals/find-words.ts';
import { askPeople } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { payoutPause } from '#server/switches/payout-pause.ts';
import type { Leaving, PayoutMark } from './leaving.ts';
import { lockWallet, readWalletUse } from './store.ts';

export type GateDeps = Pick<Deps, 'random' | 'secrets' | 'clock' | 'live' | 'log' | 'catalogue' | 'quotes' | 'limits'>;

/** Why nothing leaves yet. */
export type Stop = 'paused' | 'approval' | 'cap';

/** What was refused waits this long before people are asked about the same again. */
const ASK_AGAIN_MS = HOUR_MS;
/** A payout that waits for people waits for as long as it takes; the alarms of the queue tell that it does. */
const WAITS_MS = 30 * DAY_MS;

function moneyOf({ catalogue, quotes, limits }: GateDeps, { code, amount }: Leaving) {
  const system = catalogue.paymentSystem(code);
  if (system === undefined) throw new Error(`the catalogue lost ${code}`);
  const usd = quotes.usdOf(code);
  const worth = worthOf(amount, system.scale, usd);
  return { system, usd, worth, needs: approvalsNeeded(limits.current(), code, worth) };
}

interface Question {
  /** How many people must agree before it leaves. */
  readonly needs: 0 | 1 | 2;
  /** What they are asked for; empty where nobody is. */
  readonly why: readonly AskedWhy[];
}

async function questionOf(deps: GateDeps, leaving: Leaving): Promise<Question> {
  const { needs, worth } = moneyOf(deps, leaving);
  const why = [...whyByWorth(needs, worth), ...(await leaving.looked())];
  return { needs: needs === 0 && why.length > 0 ? 1 : needs, why };
}

/**
 * All that a person agrees to: amount, currency and destination (domain 5), and what he was asked for. Anything else is another
 * proposal: who agreed to a large payout has not agreed to a customer who is kept out since.
 */
function payloadOf(deps: GateDeps, leaving: Leaving, { masked, digest, why }: PayoutMark & Pick<Question, 'why'>) {
  const { system } = moneyOf(deps, leaving);
  return {
    purpose: leaving.purpose,
    why,
    subject_kind: leaving.subject.kind,
    payment_system_id: leaving.code,
    amount: formatAmount(leaving.amount, system.scale),
    currency_iso_code: system.currency,
    destination: masked,
    destination_digest: digest,
  };
}

/**
 * Whether people are being asked, or have said no of late: a no holds until somebody tries anew, and for what goes back for an hour. What
 * events went past is no answer: reasons that come and go (a price that is lost for a moment) would leave nobody asked.
 */
function isAsked({ state, decidedAt, expiresAt }: SaidWord, { since, now }: { readonly since: Instant; readonly now: Instant }): boolean {
  if (state === 'open') return expiresAt > now;
  return state === 'declined' && decidedAt > since && now - decidedAt < ASK_AGAIN_MS;
}

/** Whether as many people as it needs have agreed to exactly this; asks them where nobody has been asked. */
async function isAgreed(deps: GateDeps, tx: Tx, leaving: Leaving): Promise<boolean> {
  const { needs, why } = await questionOf(deps, leaving);
  if (needs === 0) return true;
  const mark = await leaving.mark();
  const about = { kind: 'pay_out', subject: leaving.subject.id, payload: payloadOf(deps, leaving, { ...mark, why }) } as const;
  const words = await findWords(tx, about);
  if (areAgreed(words, needs)) return true;
  const [last] = words;
  // Agreed to by fewer than are needed by now, since limits or prices have moved: asked anew
  if (last === undefined || !isAsked(last, { since: mark.since, now: deps.clock.now() }))
    await askPeople(deps, tx, { ...about, note: '', needs, waitsMs: WAITS_MS });
  return false;
}

/** The cap that this would break, counted while nobody else claims from the wallet; held until the transaction ends. */
export async function brokenCap(deps: GateDeps, tx: Tx, leaving: Leaving): Promise<CapName | null> {
  const caps = capsOf(deps.limits.current(), leaving.wallet);
  if (caps === undefined) return null;
  const { system, usd } = moneyOf(deps, leaving);
  await lockWallet(tx, leaving.wallet);
  const now = deps.clock.now();
  const since = { hour: new Date(now - HOUR_MS), day: new Date(now - DAY_MS) };
  const to = leaving.purpose === 'payout' ? leaving.subject : null;
  const use = await readWalletUse(tx, { wallet: leaving.wallet, since, to });
  return capOf(caps, { amount: leaving.amount, scale: system.scale, usd }, use);
}

/** Calls a person, and asks two to let the wallet go on (domain 5). */
async function stopAtCap(deps: GateDeps, tx: Tx, leaving: Leaving, cap: CapName): Promise<void> {
  const { wallet } = leaving;
  const detail = { cap, [`${leaving.subject.kind}_id`]: leaving.subject.id };
  await raiseIncident(deps, tx, { kind: 'payout_cap', subject: wallet, detail });
  const about = { kind: 'release_cap', subject: wallet, payload: { wallet, cap } } as const;
  const [last] = await findWords(tx, about);
  if (last === undefined || !isAsked(last, { since: 0, now: deps.clock.now() }))
    await askPeople(deps, tx, { ...about, note: '', needs: 2 });
}

/**
 * Whether this may leave now (domain 5): not while payouts are paused, not before people have agreed where the limits ask for them,
 * not beyond the caps of its wallet. In the transaction that claims it, before anybody is called. Null: it may.
 */
export async function stopOf(deps: GateDeps, tx: Tx, leaving: Leaving): Promise<Stop | null> {
  if ((await payoutPause(tx, { ...leaving, now: deps.clock.now() })) !== null) return 'paused';
  if (!(await isAgreed(deps, tx, leaving))) return 'approval';
  const cap = await brokenCap(deps, tx, leaving);
  if (cap === null) return null;
  await stopAtCap(deps, tx, leaving, cap);
  return 'cap';
}

/** Whether a proposal still is about what would leave: the same amount and destination, for the same reasons. */
export async function isSameProposal(deps: GateDeps, payload: unknown, leaving: Leaving): Promise<boolean> {
  const { why } = await questionOf(deps, leaving);
  return canonicalJson(payload) === canonicalJson(payloadOf(deps, leaving, { ...(await leaving.mark()), why }));
}

/** The same, and people are needed still: limits that were raised and prices that moved let go what they held. */
export async function isStillAsked(deps: GateDeps, tx: Tx, proposed: unknown, leaving: Leaving): Promise<boolean> {
  const { needs, why } = await questionOf(deps, leaving);
  const payload = payloadOf(deps, leaving, { ...(await leaving.mark()), why });
  if (canonicalJson(proposed) !== canonicalJson(payload)) return false;
  return needs > 0 && !areAgreed(await findWords(tx, { kind: 'pay_out', subject: leaving.subject.id, payload }), needs);
}
