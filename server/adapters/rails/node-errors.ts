/* Failures of a chain's node, for the rails that ask one. */

/** The node responded with an error; its message goes to the log. */
export class RpcRefusal extends Error {
  override readonly name = 'RpcRefusal';
  readonly code: number;
  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message}`);
    this.code = code;
  }
}

/** No response, an unreadable one, or not yet the one we need: ask again later. Never proof that something did not happen. */
export class RpcUnavailable extends Error {
  override readonly name = 'RpcUnavailable';
}

export const isNodeError = (error: unknown): error is RpcRefusal | RpcUnavailable =>
  error instanceof RpcRefusal || error instanceof RpcUnavailable;

/** The result of `work`, or of `otherwise` when the node refuses or does not respond; other errors are thrown. */
export async function unlessNodeFails<T>(work: () => Promise<T>, otherwise: (error: RpcRefusal | RpcUnavailable) => T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isNodeError(error)) throw error;
    return otherwise(error);
  }
}
