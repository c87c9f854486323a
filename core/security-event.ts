/** What may happen at the door of an account, and whether its owner gets a letter about it (domain 9, 11; quality R33). */
export const SECURITY_TOPICS = {
  signed_up: { isTold: false },
  email_proven: { isTold: false },
  account_refused: { isTold: false },
  // Told at the old address, by letters of their own
  email_change_asked: { isTold: false },
  email_changed: { isTold: false },
  email_change_undone: { isTold: false },
  signed_in: { isTold: false },
  new_device: { isTold: true },
  wrong_password: { isTold: false },
  wrong_factor: { isTold: false },
  factor_locked: { isTold: true },
  factor_added: { isTold: true },
  factor_removed: { isTold: true },
  factor_reset: { isTold: true },
  factor_reset_on_server: { isTold: true },
  recovery_code_used: { isTold: true },
  recovery_codes_made: { isTold: true },
  password_changed: { isTold: true },
  password_added: { isTold: true },
  password_removed: { isTold: true },
  provider_linked: { isTold: true },
  provider_removed: { isTold: true },
  telegram_linked: { isTold: true },
  partner_key_made: { isTold: true },
  partner_key_changed: { isTold: true },
  partner_key_rotated: { isTold: true },
  partner_key_revoked: { isTold: true },
  programs_cut_off: { isTold: true },
  sign_in_disavowed: { isTold: false },
  signed_out_everywhere: { isTold: false },
  disabled: { isTold: false },
} as const satisfies Readonly<Record<string, { readonly isTold: boolean }>>;

export type SecurityTopic = keyof typeof SECURITY_TOPICS;
export const SECURITY_TOPIC_NAMES = Object.keys(SECURITY_TOPICS) as [SecurityTopic, ...SecurityTopic[]];
