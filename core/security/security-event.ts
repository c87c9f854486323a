/** Security events of an account, and whether its owner is mailed about each (domain 9, 11; quality R33). */
export const SECURITY_TOPICS = {
  signed_up: { sendsMail: false },
  email_proven: { sendsMail: false },
  account_refused: { sendsMail: false },
  // Separate e-mails to the old address report these
  email_change_asked: { sendsMail: false },
  email_changed: { sendsMail: false },
  email_change_undone: { sendsMail: false },
  signed_in: { sendsMail: false },
  new_device: { sendsMail: true },
  wrong_password: { sendsMail: false },
  wrong_factor: { sendsMail: false },
  factor_locked: { sendsMail: true },
  factor_added: { sendsMail: true },
  factor_removed: { sendsMail: true },
  factor_reset: { sendsMail: true },
  factor_reset_on_server: { sendsMail: true },
  recovery_code_used: { sendsMail: true },
  recovery_codes_made: { sendsMail: true },
  password_changed: { sendsMail: true },
  password_added: { sendsMail: true },
  password_removed: { sendsMail: true },
  provider_linked: { sendsMail: true },
  provider_removed: { sendsMail: true },
  telegram_linked: { sendsMail: true },
  partner_key_made: { sendsMail: true },
  partner_key_changed: { sendsMail: true },
  partner_key_rotated: { sendsMail: true },
  partner_key_revoked: { sendsMail: true },
  programs_cut_off: { sendsMail: true },
  sign_in_disavowed: { sendsMail: false },
  signed_out_everywhere: { sendsMail: false },
  disabled: { sendsMail: false },
} as const satisfies Readonly<Record<string, { readonly sendsMail: boolean }>>;

export type SecurityTopic = keyof typeof SECURITY_TOPICS;
export const SECURITY_TOPIC_NAMES = Object.keys(SECURITY_TOPICS) as [SecurityTopic, ...SecurityTopic[]];
