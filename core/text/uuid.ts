const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text is a UUID of any version in lower case, the form in which we write ids. */
export const isUuid = (text: string): boolean => UUID.test(text);
