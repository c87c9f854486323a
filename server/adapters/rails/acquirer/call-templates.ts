import type { Call } from './settings.ts';
import { type Signature, templatesOf, templatesOfSignature } from './signature.ts';

/** A part of the settings: its templates and the names they may use. */
export interface Part {
  readonly at: string;
  readonly templates: readonly string[];
  readonly names: readonly string[];
  /** Whether customers see it. */
  readonly isShown?: boolean;
}

export const signatureTemplates = (signature: Signature | undefined): string[] =>
  signature === undefined ? [] : templatesOfSignature(signature);

/** Every template of a request. */
export const callTemplates = ({ url, headers, basic, json, form, signature }: Call): string[] => [
  url,
  ...Object.values(headers),
  ...(basic === undefined ? [] : [basic.user, basic.password]),
  ...(json === undefined ? [] : templatesOf(json)),
  ...Object.values(form ?? {}),
  ...signatureTemplates(signature),
];
