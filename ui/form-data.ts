/** The multipart body of a call: its fields, and its files where they are `Blob`s. A `File` keeps its name. */
export function formDataOf({
  fields,
  files,
}: {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, unknown>>;
}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, file] of Object.entries(files)) if (file instanceof Blob) form.append(name, file);
  return form;
}
