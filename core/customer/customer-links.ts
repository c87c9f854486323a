/** What two customers have in common. Labels: `customers_desk.linked.by.<name>`. */
export const LINKED_BY = ['requisites', 'card', 'device', 'network'] as const;
export type LinkedBy = (typeof LINKED_BY)[number];

/** An operator's verdict on two customers. Labels: `customers_desk.pair.<name>`. */
export const PAIR_VERDICTS = ['same_person', 'unrelated'] as const;
export type PairVerdict = (typeof PAIR_VERDICTS)[number];

/** `not_connected`: by an operator's verdict. */
export const LINK_STRENGTHS = ['strong', 'weak', 'not_connected'] as const;
export type LinkStrength = (typeof LINK_STRENGTHS)[number];

/** A shared network alone is weak: thousands of telephones share one. Requisites, card or device are strong. A verdict overrides both. */
export function strengthOf(by: readonly LinkedBy[], verdict: PairVerdict | null): LinkStrength {
  if (verdict !== null) return verdict === 'same_person' ? 'strong' : 'not_connected';
  return by.some((link) => link !== 'network') ? 'strong' : 'weak';
}

/** The first two groups of a network, for roles that need not know where a customer lives. */
export function maskNetwork(network: string): string {
  const separator = network.includes(':') ? ':' : '.';
  return `${network.split(separator).slice(0, 2).join(separator)}${separator}•••`;
}
