import type { MOVES, MoveName } from '#core/order/lifecycle.ts';
import type { PartnerScope } from '#core/partner/partner.ts';

/** Staff roles (domain 9, "Operators"). Every other user is a customer. */
export const OPERATOR_ROLES = ['support', 'cashier', 'verifier', 'compliance', 'treasurer', 'content', 'auditor', 'owner'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** Whether a user's role is a staff role. */
export const isOperatorRole = (role: string): role is OperatorRole => (OPERATOR_ROLES as readonly string[]).includes(role);

/** The moves of the lifecycle table that an operator may cause. */
export type OperatorMove = {
  [Name in MoveName]: 'operator' extends (typeof MOVES)[Name]['by'][number] ? Name : never;
}[MoveName];

interface MovePermission {
  /** The owner may make every move and is not listed. */
  readonly roles: readonly OperatorRole[];
  /** `required`: the decision must carry its reason (domain 5: "with note", "with reason"). */
  readonly note: 'required' | 'optional';
}

/** Roles that may make each operator move. A new operator move does not compile without its roles. */
export const OPERATOR_MOVES: Readonly<Record<OperatorMove, MovePermission>> = {
  accept_verification: { roles: ['verifier'], note: 'optional' },
  accept_verification_requote: { roles: ['verifier'], note: 'optional' },
  refuse_verification: { roles: ['verifier'], note: 'required' },
  confirm_receipt: { roles: ['cashier'], note: 'required' },
  clear_compliance: { roles: ['compliance'], note: 'required' },
  refund_from_compliance: { roles: ['compliance'], note: 'required' },
  moderate_compliance: { roles: ['compliance'], note: 'required' },
  claim_payout: { roles: ['cashier', 'treasurer'], note: 'optional' },
  complete: { roles: ['cashier', 'treasurer'], note: 'required' },
  fail_payout: { roles: ['cashier', 'treasurer'], note: 'required' },
  retry_payout: { roles: ['cashier', 'treasurer'], note: 'optional' },
  call_off: { roles: ['cashier', 'support'], note: 'required' },
  reject: { roles: ['cashier', 'support'], note: 'required' },
  refund: { roles: ['cashier', 'compliance'], note: 'required' },
  complete_refund: { roles: ['cashier', 'treasurer'], note: 'required' },
};

/** Actions of the office that are not order moves. */
export const OFFICE_ACTIONS = [
  'enter_office',
  'read_orders',
  'export_orders',
  'claim_order',
  'return_surplus',
  'record_observation',
  'read_reserves',
  'post_reserves',
  'read_slots',
  'change_slots',
  'read_incidents',
  'close_incidents',
  'read_approvals',
  'handle_payouts',
  'verify_cards',
  'read_prices',
  'change_prices',
  'read_catalogue',
  'change_catalogue',
  'read_pool',
  'change_pool',
  'read_statements',
  'record_statements',
  'change_switches',
  'change_caps',
  'read_staff',
  'change_staff',
  'read_audit',
  'read_figures',
  'close_shifts',
  'write_to_customers',
  'extend_time',
  'change_settings',
  'read_notices',
  'change_notices',
  'read_reserve_requests',
  'change_reserve_requests',
  'read_business_requests',
  'change_business_requests',
  'read_blacklist',
  'change_blacklist',
  'read_customers',
  'export_customers',
  'change_customers',
  'reveal_customers',
  'read_earnings',
  'reverse_earnings',
  'grant_bonuses',
  'read_partners',
  'change_partners',
  'read_chat',
  'answer_chat',
  'change_canned_replies',
  'read_content',
  'change_content',
  'publish_content',
  'read_texts',
  'change_texts',
  'read_reviews',
  'moderate_reviews',
] as const;
export type OfficeAction = (typeof OFFICE_ACTIONS)[number];

const OFFICE_PERMISSIONS: Readonly<Record<OfficeAction, readonly OperatorRole[]>> = {
  enter_office: OPERATOR_ROLES,
  read_orders: ['support', 'cashier', 'verifier', 'compliance', 'treasurer', 'auditor'],
  // One file has every customer's e-mail: not for roles that work on single orders
  export_orders: ['compliance', 'treasurer', 'auditor'],
  claim_order: ['support', 'cashier', 'verifier', 'compliance', 'treasurer'],
  return_surplus: ['cashier', 'treasurer'],
  record_observation: ['cashier'],
  read_reserves: ['cashier', 'treasurer', 'auditor'],
  post_reserves: ['treasurer'],
  read_slots: ['support', 'cashier', 'treasurer', 'auditor'],
  change_slots: ['treasurer'],
  read_incidents: ['support', 'cashier', 'compliance', 'treasurer', 'auditor'],
  handle_payouts: ['cashier', 'treasurer'],
  // Only verifiers see photos of cards (R43)
  verify_cards: ['verifier'],
  read_approvals: ['cashier', 'compliance', 'treasurer', 'auditor'],
  close_incidents: ['cashier', 'compliance', 'treasurer'],
  read_prices: ['support', 'cashier', 'treasurer', 'auditor'],
  change_prices: ['treasurer'],
  read_catalogue: ['support', 'cashier', 'treasurer', 'auditor'],
  change_catalogue: ['treasurer'],
  read_pool: ['cashier', 'treasurer', 'auditor'],
  change_pool: ['treasurer'],
  read_statements: ['cashier', 'treasurer', 'auditor'],
  record_statements: ['cashier'],
  change_switches: ['treasurer'],
  change_caps: [],
  read_staff: ['auditor'],
  change_staff: [],
  read_audit: ['auditor'],
  read_figures: ['treasurer', 'auditor'],
  close_shifts: ['cashier', 'treasurer'],
  write_to_customers: ['support', 'cashier', 'compliance'],
  extend_time: ['support', 'cashier'],
  change_settings: [],
  read_notices: ['support', 'cashier', 'treasurer', 'content', 'auditor'],
  change_notices: ['treasurer', 'content'],
  read_reserve_requests: ['support', 'cashier', 'treasurer', 'auditor'],
  change_reserve_requests: ['support', 'treasurer'],
  read_business_requests: ['support', 'compliance', 'treasurer', 'auditor'],
  change_business_requests: ['support', 'compliance', 'treasurer'],
  read_blacklist: ['support', 'cashier', 'verifier', 'compliance', 'auditor'],
  change_blacklist: ['compliance'],
  read_customers: ['support', 'cashier', 'verifier', 'compliance', 'auditor'],
  export_customers: ['compliance', 'auditor'],
  change_customers: ['compliance'],
  reveal_customers: ['compliance'],
  read_earnings: ['compliance', 'treasurer', 'auditor'],
  reverse_earnings: ['compliance', 'treasurer'],
  grant_bonuses: ['treasurer'],
  read_partners: ['support', 'compliance', 'treasurer', 'auditor'],
  change_partners: ['compliance', 'treasurer'],
  read_chat: ['support', 'cashier', 'compliance', 'auditor'],
  answer_chat: ['support', 'cashier', 'compliance'],
  change_canned_replies: ['support', 'cashier', 'compliance'],
  read_content: ['support', 'content', 'auditor'],
  change_content: ['content'],
  publish_content: ['content'],
  read_texts: ['content', 'support', 'auditor'],
  change_texts: ['content'],
  read_reviews: ['support', 'content', 'auditor'],
  moderate_reviews: ['support', 'content'],
};

/** Whether a role may do this in the office (domain 9). The owner may do everything, a customer nothing. */
export const may = (role: string, action: OfficeAction): boolean =>
  role === 'owner' || (isOperatorRole(role) && OFFICE_PERMISSIONS[action].includes(role));

/** Everything a role may do, for the office's menus. */
export const actionsOf = (role: string): OfficeAction[] => OFFICE_ACTIONS.filter((action) => may(role, action));

/** Whether an operator may make this move at all; false for unknown names. */
export const isOperatorMove = (name: string): name is OperatorMove => Object.hasOwn(OPERATOR_MOVES, name);

/** Whether a role may make this move, whatever the order's state. */
export const mayMove = (role: string, move: OperatorMove): boolean =>
  role === 'owner' || (isOperatorRole(role) && OPERATOR_MOVES[move].roles.includes(role));

/** Access levels of customers, lowest first. Each includes those before it. Operators sign in like customers. */
export const ACCESS_LEVELS = ['visitor', 'half_open', 'signed_in', 'verified'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

/** Actions outside the office and the access level that each needs (domain 9, "Users"). Ownership of a record is checked by its query. */
export const PERSONAL_ACTIONS = {
  /** The catalogue, prices, countries, a captcha, a receipt by its number. */
  browse: 'visitor',
  /** Quotes, new orders, and everything with an order by its key or as its customer. */
  exchange: 'visitor',
  /** Sign-up, sign-in, sign-out, and links with tokens from e-mails. */
  sign_in: 'visitor',
  /** Giving or enrolling the second factor, the only action of a half-open session. */
  give_factor: 'half_open',
  read_account: 'signed_in',
  change_account: 'signed_in',
  /** Withdrawing earnings (domain 8). */
  withdraw: 'verified',
  /** Name, telephone, e-mail. The language may be changed at any level. */
  edit_profile: 'verified',
  disconnect_provider: 'verified',
  /** Keys of the partner API. A key acts in the name of its account. */
  manage_keys: 'verified',
  /** Which e-mails are sent to an address. An unverified address may belong to another person. */
  choose_mails: 'verified',
} as const satisfies Readonly<Record<string, AccessLevel>>;
export type PersonalAction = keyof typeof PERSONAL_ACTIONS;

/** Every action. Each call names one. */
export type Action = PersonalAction | OfficeAction;

/** The caller, as far as the access rules need it. */
export type Actor =
  | { readonly kind: 'guest' }
  | { readonly kind: 'half_open' }
  | { readonly kind: 'user'; readonly role: string; readonly hasVerifiedEmail: boolean }
  | { readonly kind: 'partner'; readonly scopes: readonly PartnerScope[] };

export type AccessRefusal = 'not_authenticated' | 'second_factor_required' | 'email_not_verified' | 'access_denied' | 'scope_missing';

/** Whether an action is the office's. */
export const isOfficeAction = (action: Action): action is OfficeAction => Object.hasOwn(OFFICE_PERMISSIONS, action);

function accessLevelOf(actor: Exclude<Actor, { readonly kind: 'partner' }>): AccessLevel {
  if (actor.kind === 'guest') return 'visitor';
  if (actor.kind === 'half_open') return 'half_open';
  return actor.hasVerifiedEmail ? 'verified' : 'signed_in';
}

/**
 * Why the actor may not do this; undefined if allowed. A partner's key needs the scope of the call. Ownership is not checked: a foreign id
 * is a 404.
 */
export function accessRefusal(actor: Actor, action: Action, scope?: PartnerScope): AccessRefusal | undefined {
  if (actor.kind === 'partner') return scope !== undefined && actor.scopes.includes(scope) ? undefined : 'scope_missing';
  if (isOfficeAction(action)) {
    if (actor.kind === 'guest') return 'not_authenticated';
    if (actor.kind === 'half_open') return 'second_factor_required';
    return may(actor.role, action) ? undefined : 'access_denied';
  }
  const neededLevel = PERSONAL_ACTIONS[action];
  if (ACCESS_LEVELS.indexOf(accessLevelOf(actor)) >= ACCESS_LEVELS.indexOf(neededLevel)) return undefined;
  return neededLevel === 'verified' && actor.kind === 'user' ? 'email_not_verified' : 'not_authenticated';
}

/** Every refusal that `accessRefusal` may give for this action. Its calls declare them. */
export function accessRefusals(action: Action): readonly AccessRefusal[] {
  if (isOfficeAction(action)) return ['not_authenticated', 'access_denied', 'second_factor_required'];
  const neededLevel = PERSONAL_ACTIONS[action];
  if (neededLevel === 'visitor') return [];
  return neededLevel === 'verified' ? ['not_authenticated', 'email_not_verified'] : ['not_authenticated'];
}
