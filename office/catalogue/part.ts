import type { Document } from './draft.ts';
import type { Form } from './form.ts';

/** A member that is one thing of its own, kept in its column's cell as it travels. */
export function readPart(form: Form, column: string): Document {
  try {
    const parsed: unknown = JSON.parse(form.cells[column] ?? '');
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Document) : {};
  } catch {
    return {};
  }
}

export const writePart = (form: Form, column: string, part: Document): void => form.change(column, JSON.stringify(part));
